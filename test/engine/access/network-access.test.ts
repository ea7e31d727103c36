import t from 'tap'
import { LiveNetworkAccess } from '../../../engine/access/network-access.js'
import { OPEN_ACCESS } from '../../../engine/access/server-access.js'
import { OPEN_NETWORK } from '../../../engine/config/kinds/network.js'

// Who is let in by the access server, and when an address has tried too often.

const MINUTE_MS = 60_000
const OTHER = '203.0.113.9'

t.test('classes of terminals are let in or not', (t) => {
  const access = new LiveNetworkAccess(OPEN_ACCESS, () => false)
  const open = () =>
    (['admin', 'manager', 'api', 'web', 'ios'] as const).map((one) => access.isOpen(one))
  t.same(open(), [true, true, true, true, true])
  access.set({ ...OPEN_NETWORK, allow_managers: false, allow_api: false })
  t.same(open(), [true, false, false, true, true])
  access.set({ ...OPEN_NETWORK, allow_clients: false })
  t.same(open(), [true, true, true, false, false])
  t.end()
})

t.test('tries within three seconds count, and blocks double up to an hour', (t) => {
  const access = new LiveNetworkAccess(OPEN_ACCESS, (address) => address === '127.0.0.1')
  const tries = (n: number, at: number, step = 1, address = OTHER) =>
    Array.from({ length: n }, (_, i) => access.refuseTry(address, at + i * step)?.code ?? null)
  const BLOCKED = 'auth.too_many_attempts'
  t.same(tries(5, 0), [null, null, null, null, null], 'off')
  access.set({
    ...OPEN_NETWORK,
    antiflood_enabled: true,
    antiflood_connections: 3,
    antiflood_errors: 2,
  })
  t.same(tries(4, 10_000, 3_001), [null, null, null, null], 'too far apart')
  t.same(tries(4, 60_000, 0, '127.0.0.1'), [null, null, null, null], 'a shared address')
  let at = 100_000
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    t.same(tries(3, at, 3_000), [null, null, BLOCKED], `the block of ${minutes} minutes`)
    const begun = at + 6_000
    const end = begun + minutes * MINUTE_MS
    t.equal(access.refuseTry(OTHER, end - 1)?.retryAfterMs, 1)
    at = end
  }
  t.same(tries(1, at + 2 * 60 * MINUTE_MS), [null])
  access.failed('203.0.113.10', 0)
  access.failed('203.0.113.10', 5 * MINUTE_MS)
  t.equal(access.refuseTry('203.0.113.10', 5 * MINUTE_MS)?.code, BLOCKED, 'wrong passwords')
  t.end()
})
