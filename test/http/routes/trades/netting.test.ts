import t from 'tap'
import { openLmdbLog } from '../../../../storage/log/lmdb-log.js'
import { logDirectory, sqlitePath } from '../../../../storage/paths.js'
import { openReader } from '../../../../storage/sqlite/open.js'
import { verify } from '../../../../storage/verify/verify.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import { funded, OPEN, recordsOf, settled, trade } from '../../../given/records/trades.js'

// An account of the demo set's real\ecn: it nets, and each side of a lot costs 3.50.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)
const login = await funded(front, { group: 'real\\ecn' })
const kept = await funded(front, { group: 'real\\ecn' })
let lastSeq = ''

async function done(as: number, body: object): Promise<Record<string, unknown>> {
  const { status, data, message } = await trade(front, as, body)
  if (status !== 200) throw new Error(message)
  lastSeq = String(data['projection_seq'])
  return data
}

const id = (await done(login, { ...OPEN, volume: '1' }))['position_id']
front.price(euro.id, 110_020, 110_030)
const reversal = await done(login, { ...OPEN, side: 'sell', volume: '3', comment: 'turn' })
const other = (await done(kept, { ...OPEN, volume: '0.3' }))['position_id']

t.test('orders of a symbol are of one position', async (t) => {
  t.equal(reversal['position_id'], id)
  const { data } = await front.ask('GET /trader/v1/positions', login)
  t.match(data, [
    { id, side: 'sell', volume: '2', price_open: '1.10020', comment: 'turn', version: 2 },
  ])
  const refused = await trade(front, login, {
    kind: 'close_by',
    position_id: id,
    by_position_id: id,
  })
  t.match(refused, { status: 409, code: 'trade.rejected', message: /hedging/ })
})

t.test('a reversed position is one closed position, of all that its deals did', async (t) => {
  front.price(euro.id, 109_990, 110_000)
  await done(login, { kind: 'close', position_id: id, volume: '0.5' })
  await done(login, { ...OPEN, volume: '1.5' })
  const deals = await settled(front, 'GET /trader/v1/deals', login, lastSeq)
  t.match(
    deals.items.map(({ entry, side, volume, profit, commission }) => {
      return [entry, side, volume, profit, commission]
    }),
    [
      ['out', 'buy', '1.5', '30.00', '-5.25'],
      ['out', 'buy', '0.5', '10.00', '-1.75'],
      ['inout', 'sell', '3', '10.00', '-10.50'],
      ['in', 'buy', '1', '0.00', '-3.50'],
      ['balance', null, null, '10000.00', '0.00'],
    ],
  )
  const turned = deals.items[2]
  const paths = ['GET /trader/v1/', `GET /admin/v1/accounts/${login}/`, 'GET /admin/v1/']
  for (const path of paths) {
    const as = path.includes('admin') ? 'admin' : login
    const { items, total, totals } = await settled(front, `${path}positions/closed`, as, lastSeq)
    t.equal(total, 1)
    t.match(items, [
      {
        position_id: id,
        login,
        side: 'sell',
        volume: '3',
        price_open: '1.10020',
        price_close: '1.10000',
        profit: '50.00',
        commission: '-21.00',
        swap: '0.00',
        opened_at: turned?.['at'],
        closed_at: deals.items[0]?.['at'],
        comment: 'turn',
      },
    ])
    t.match(totals, { count: 1, profit: '50.00', commission: '-21.00', volume: '3' })
  }
  const { data } = await front.ask('GET /trader/v1/account', login)
  t.equal(data['balance'], '10029.00')
  const ledger = new Ledger(login)
  for (const record of await recordsOf(front, login)) ledger.add(record)
  t.equal(ledger.balance, 10029_00n)
})

t.test('what staff deal is told for what it is', async (t) => {
  const deal = async (body: object) => {
    const path = `POST /admin/v1/accounts/${kept}/trade`
    const { status, message, data } = await front.ask(path, 'admin', body)
    t.equal(status, 200, message)
    lastSeq = String(data['projection_seq'])
  }
  await deal({ ...OPEN, volume: '0.4' })
  await deal({ ...OPEN, side: 'sell', volume: '1' })
  const lines = await front.journal(kept, 2)
  t.match(lines[0]?.['text'], `reversed position ${other} by sell 1 EURUSD at 1.09990`)
  t.match(lines[1]?.['text'], `added to position ${other} by buy 0.4 EURUSD at 1.10000`)
})

t.test('a shard that comes back has the position as it was, and the tables agree', async (t) => {
  const positions = async () => (await front.ask('GET /trader/v1/positions', kept)).data
  await settled(front, 'GET /trader/v1/deals', kept, lastSeq)
  const before = await positions()
  t.match(before, [{ id: other, side: 'sell', volume: '0.3', price_open: '1.09990', version: 3 }])
  const { back } = await front.killShardOf(kept)
  await back
  t.same(await positions(), before)
  await front.supervisor.stop()
  const db = openReader(sqlitePath(front.dataDir))
  const logs = front.supervisor.shards.map((_, shard) => {
    return openLmdbLog({ directory: logDirectory(front.dataDir, shard) })
  })
  t.same(verify({ db, logs }).differences, [])
  db.close()
  await Promise.all(logs.map((log) => log.close()))
})
