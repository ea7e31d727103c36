import t from 'tap'
import { ID_RANGE_LENGTH } from '../../actors/desk/id-range.js'
import { sqlitePath } from '../../storage/paths.js'
import { idRangesRepo } from '../../storage/repos/id-ranges.js'
import { openWriter } from '../../storage/sqlite/open.js'
import { moment, scratch } from '../given/desk.js'
import { verifyAll } from './audit.js'
import { CHEAP_SERVER, ServerProcess } from './server-process.js'

// An orderly stop skips no number of orders and deals, at the end of a shard's range as anywhere; kill -9 skips 100,000 at most.

const SHARDS = 2
const SHARD_NUMBERS = [0, 1]
const SKIPPED_MAX = 100_000
const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.01' }
/** After a start there is no price for a moment. */
const PRICES_MS = 60_000
t.setTimeout(0)

const dataDir = scratch(t)
let server = await begun()
t.teardown(() => server.kill())
const logins = await openedAccounts()

function begun(): Promise<ServerProcess> {
  return ServerProcess.start({ dataDir, shards: SHARDS, script: CHEAP_SERVER })
}

/** One of each shard: the ranges of one do not join then. */
async function openedAccounts(): Promise<readonly number[]> {
  const staff = await server.signInStaff()
  const opened: number[] = []
  for (let i = 0; i < SHARDS; i++) {
    opened.push(await server.openAccount(staff, 'demo\\standard', '1000000.00'))
  }
  return opened
}

/** The numbers of the order and the deal of one trade of the account in that place. */
async function traded(place: number): Promise<{ readonly order: number; readonly deal: number }> {
  const trader = await server.signInTrader(logins[place] as number)
  const until = Date.now() + PRICES_MS
  for (;;) {
    const { code, data, message } = await server.ask('POST /trader/v1/trade', trader, OPEN)
    if (code === 'ok') return { order: Number(data['order_id']), deal: Number(data['deal_id']) }
    if (Date.now() > until) throw new Error(`${code}: ${message}`)
    await moment()
  }
}

function byNumber(a: number, b: number): number {
  return a - b
}

t.test('kill -9 skips numbers, and not many', async (t) => {
  await traded(1)
  const before = await traded(0)
  await server.kill()
  server = await begun()
  const after = await traded(0)
  for (const kind of ['order', 'deal'] as const) {
    const skipped = after[kind] - before[kind] - 1
    t.ok(skipped >= 0 && skipped <= SKIPPED_MAX, `${skipped} numbers of ${kind}s`)
  }
})

t.test('an orderly stop skips none, at the end of a range as anywhere', async (t) => {
  const last = [await traded(0), await traded(1)]
  const orders = last.map(({ order }) => order)
  // Of the shard with the lower range, behind which the other's lies.
  const order = Math.min(...orders)
  const place = orders.indexOf(order)
  t.match(await server.terminate(), { code: 0 })
  const db = openWriter(sqlitePath(dataDir))
  for (const kind of ['order', 'deal'] as const) {
    const stored = SHARD_NUMBERS.map((shard) => idRangesRepo(db).get(shard, kind)?.next ?? 0)
    const next = last.map((of) => of[kind] + 1)
    t.same(stored.toSorted(byNumber), next.toSorted(byNumber), `the next ${kind}s are stored`)
  }
  const end = Math.ceil(order / ID_RANGE_LENGTH) * ID_RANGE_LENGTH + 1
  for (const kind of ['order', 'deal'] as const) {
    const shard = SHARD_NUMBERS.find((one) => idRangesRepo(db).get(one, kind)?.end === end) ?? -1
    idRangesRepo(db).set(shard, { kind, next: end - 3, end, earlierNext: 0, earlierEnd: 0 })
  }
  db.close()
  server = await begun()
  t.match(await traded(place), { order: end - 3, deal: end - 3 })
  t.match(await server.terminate(), { code: 0 })
  server = await begun()
  t.match(
    await traded(place),
    { order: end - 2, deal: end - 2 },
    'the rest of the range is not lost',
  )
  t.match(await traded(place), { order: end - 1, deal: end - 1 })
  const next = await traded(place)
  t.ok(next.order > end, 'another range')
  t.equal((next.order - 1) % ID_RANGE_LENGTH, 0, 'from its first number on')
  t.match(await server.terminate(), { code: 0 })
  t.same(await verifyAll(dataDir, SHARDS), [])
})
