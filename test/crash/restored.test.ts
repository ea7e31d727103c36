import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { secretKeyPath } from '../../storage/paths.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { ServerProcess } from './server-process.js'

// A directory that a backup was put back into begins with nothing that others may have seen since.

const place = scratch(t)
const [dataDir, copyDir, restoredDir] = ['data', 'backup', 'restored'].map((name) =>
  join(place, name),
) as [string, string, string]
const here = { DATA_DIR: dataDir }
const there = { DATA_DIR: restoredDir }
let server: ServerProcess
t.teardown(() => server?.kill())

async function openPosition(trader: {
  headers: Readonly<Record<string, string>>
}): Promise<number> {
  const order = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
  for (;;) {
    const { code, data } = await server.ask('POST /trader/v1/trade', trader, order)
    if (code === 'ok') return Number(data['order_id'])
    if (!['trade.off_quotes', 'unavailable'].includes(code)) throw new Error(code)
  }
}

t.test('a backup leaves the key out and says so', async (t) => {
  server = await ServerProcess.start({ dataDir, shards: 2 })
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '1000.00')
  const trader = await server.signInTrader(login)
  const orderId = await openPosition(trader)
  const taken = await openfloor(['backup', copyDir], here)
  t.match(taken, { code: 0, stdout: /The secret key is not in it: keep secret.key/ })
  t.notOk(existsSync(secretKeyPath(copyDir)))

  // The backup does not know of these: they signed out, and others took numbers.
  await server.sure('POST /trader/v1/auth/logout', trader, {})
  const routing = { name: 'R', position: 1, action: 'reject', action_value: 'no', conditions: [] }
  const rule = await server.ask('POST /admin/v1/routing', staff, { ...routing, enabled: false })
  await server.terminate()
  server = await ServerProcess.start({ dataDir, shards: 2 })
  const later = await server.openAccount(staff, 'demo\\standard', '1000.00')
  const laterTrader = await server.signInTrader(later)
  const laterOrder = await openPosition(laterTrader)
  await server.terminate()

  const restored = await openfloor(['restore', copyDir], there)
  t.match(restored, { code: 0, stdout: /The first start ends all sessions/ })
  t.match(restored.stdout, /The backup has no key: put secret.key into/)
  const refused = await ServerProcess.refused({ dataDir: restoredDir })
  t.match(refused.output, /secret.key is not there/)
  copyFileSync(secretKeyPath(dataDir), secretKeyPath(restoredDir))

  server = await ServerProcess.start({ dataDir: restoredDir, shards: 2 })
  t.match(server.output, /"level":"warn".*begins from the backup of 20.* sessions were ended/)
  for (const session of [trader, laterTrader]) {
    t.match(await server.ask('GET /trader/v1/account', session), { status: 401 })
  }
  t.match(await server.ask('GET /admin/v1/auth/me', staff), { status: 401 })
  const again = await server.signInStaff()
  const lines = await server.ask('GET /admin/v1/journal?kind=server.restored', again)
  t.match(lines.data['items'], [
    { actor: null, text: /2 sessions were ended, and numbers are left/ },
  ])
  const fresh = await server.openAccount(again, 'demo\\standard', '1000.00')
  t.ok(fresh > later, 'a login that somebody had is not given to another')
  t.ok((await openPosition(await server.signInTrader(fresh))) > laterOrder)
  t.ok(laterOrder > orderId)
  const freshRule = await server.ask('POST /admin/v1/routing', again, {
    ...routing,
    enabled: false,
  })
  t.ok(Number(freshRule.data['id']) > Number(rule.data['id']))
  await server.terminate()
  t.match(await openfloor(['verify'], there), { code: 0, stdout: /: 0 differences/ })
  server = await ServerProcess.start({ dataDir: restoredDir, shards: 2 })
  t.notMatch(server.output, /begins from the backup/, 'once')
  t.match(await server.ask('GET /admin/v1/auth/me', again), { status: 200 })
})
