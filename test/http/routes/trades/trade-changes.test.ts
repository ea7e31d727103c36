import t from 'tap'
import { RIGHTS } from '../../../../engine/access/rights.js'
import { openWholeLogForReading } from '../../../../storage/log/open.js'
import { migrate } from '../../../../storage/migrations/migrate.js'
import { logDirectory } from '../../../../storage/paths.js'
import { openWriter } from '../../../../storage/sqlite/open.js'
import { moment } from '../../../given/desk.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { checkLedger, replay } from '../../../given/records/ledger.js'
import { projectAll, projector } from '../../../given/records/projection.js'
import { funded, OPEN, recordsOf, trade } from '../../../given/records/trades.js'

// The server keeps each change of stops and of an order's terms, and tells staff and the trader of it. Starts its
// own server: a routing rule of it clears stops, and all of its changes are compared.

const front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

type Entry = Readonly<Record<string, unknown>>

const changes = (kind: string, id: unknown, query = '', as: string | number = 'admin') => {
  const side = typeof as === 'number' ? 'trader' : 'admin'
  return front.ask(`GET /${side}/v1/${kind}/${id}/changes${query}`, as)
}
const itemsOf = async (kind: string, id: unknown, as: string | number = 'admin') => {
  const { status, data, message } = await changes(kind, id, '', as)
  t.equal(status, 200, message)
  return data['items'] as Entry[]
}
const told = ({ field, old, new: now, by, client_order_id }: Entry) => [
  field,
  old,
  now,
  by,
  client_order_id,
]
/** The id of its answer. */
const requestOf = (answer: object) => (answer as { request_id?: string }).request_id
const dealt = (login: number, body: object) =>
  front.ask(`POST /admin/v1/accounts/${login}/trade`, 'admin', body)

async function checkBooks(login: number): Promise<void> {
  const records = await recordsOf(front, login)
  checkLedger(records, replay(records, login))
}

t.test('stops of a position: given, moved by the client, by staff, by a rule', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login, {
    ...OPEN,
    stop_loss: '1.09000',
    take_profit: '1.12000',
    client_order_id: 'open-1',
  })
  const id = opened.data['position_id']
  const stops = { kind: 'stops', position_id: id }
  const move = { ...stops, stop_loss: '1.09100', client_order_id: 'move-1' }
  const moved = await trade(front, login, move)
  t.equal(moved.status, 200)
  // Repeated, it is done once.
  await trade(front, login, move)
  await trade(front, login, { ...stops, take_profit: '0' })
  const byStaff = await dealt(login, { ...stops, stop_loss: '1.09200', client_order_id: 'own-7' })
  const patched = await front.ask(`PATCH /admin/v1/positions/${id}`, 'admin', {
    stop_loss: '1.09300',
    reason: 'agreed',
  })
  t.same([byStaff.status, patched.status], [200, 200])
  const rule = await front.ask('POST /admin/v1/routing', 'admin', {
    name: 'no stops',
    action: 'clear_stops',
    action_value: '',
    conditions: [{ field: 'login', op: 'eq', value: String(login) }],
    position: 0,
  })
  t.equal(rule.status, 200, rule.message)
  await trade(front, login, { ...stops, stop_loss: '1.09400', client_order_id: 'move-2' })
  await front.ask(`DELETE /admin/v1/routing/${rule.data['id']}`, 'admin')
  const entries = await itemsOf('positions', id)
  t.same(entries.map(told), [
    ['stop_loss', '1.09300', null, 'rule', 'move-2'],
    ['stop_loss', '1.09200', '1.09300', 'dealer', null],
    ['stop_loss', '1.09100', '1.09200', 'dealer', 'own-7'],
    ['take_profit', '1.12000', null, 'client', null],
    ['stop_loss', '1.09000', '1.09100', 'client', 'move-1'],
    ['stop_loss', null, '1.09000', 'client', 'open-1'],
    ['take_profit', null, '1.12000', 'client', 'open-1'],
  ])
  t.same(
    entries.map(({ actor }) => actor),
    [null, 1, 1, null, null, null, null],
  )
  t.equal(entries[4]?.['request_id'], requestOf(moved), 'the request of its answer')
  t.equal(entries[2]?.['request_id'], requestOf(byStaff))
  const own = await itemsOf('positions', id, login)
  t.ok(own.every((entry) => !('actor' in entry)))
  t.same(own[2] && told(own[2]), ['stop_loss', '1.09100', '1.09200', 'dealer', null])

  await trade(front, login, { kind: 'close', position_id: id })
  t.same(await itemsOf('positions', id), entries, 'as they were, once it is closed')
  t.same(await itemsOf('positions', id, login), own)
  await checkBooks(login)
})

t.test('a trailing stop has its distance, and its own steps', async (t) => {
  const login = await funded(front)
  front.price(euro.id, 110_000, 110_010)
  const opened = await trade(front, login, { ...OPEN, trailing_pts: 100 })
  const id = opened.data['position_id']
  let entries = await itemsOf('positions', id)
  front.price(euro.id, 110_050, 110_060)
  // A turn of the shard looks at the new price.
  await front.ask('GET /trader/v1/positions', login)
  while (entries.every(({ new: now }) => now !== '1.09950')) {
    await moment()
    entries = await itemsOf('positions', id)
  }
  t.match(entries.at(-1), { field: 'trailing_pts', old: null, new: 100, by: 'client' })
  t.match(entries[0], { field: 'stop_loss', new: '1.09950', by: 'server', actor: null })
  front.price(euro.id, 110_000, 110_010)
  await checkBooks(login)
})

t.test(
  'terms of an order: as placed, as changed, and what it leaves to its position',
  async (t) => {
    const login = await funded(front)
    const limit = { kind: 'place', order_kind: 'limit', price: '1.05000', stop_loss: '1.04000' }
    const placed = await trade(front, login, { ...OPEN, ...limit, client_order_id: 'place-1' })
    const id = placed.data['order_id']
    await trade(front, login, { kind: 'change', order_id: id, price: '1.05500' })
    const day = { kind: 'change', order_id: id, expiration: 'day', client_order_id: 'own-8' }
    t.equal((await dealt(login, day)).status, 200)
    const entries = await itemsOf('orders', id)
    t.same(entries.map(told).slice(0, 2), [
      ['expiration', 'gtc', 'day', 'dealer', 'own-8'],
      ['expires_at', null, entries[1]?.['new'], 'dealer', 'own-8'],
    ])
    t.same(entries.map(told).slice(2), [
      ['price', '1.05000', '1.05500', 'client', null],
      ['price', null, '1.05000', 'client', 'place-1'],
      ['stop_loss', null, '1.04000', 'client', 'place-1'],
      ['volume_current', null, '0.1', 'client', 'place-1'],
    ])
    t.match(entries[1]?.['new'], /^\d{4}-\d\d-\d\dT.*Z$/)
    await trade(front, login, { kind: 'delete', order_id: id })
    t.same(await itemsOf('orders', id), entries, 'as they were, once it is cancelled')
    t.equal((await itemsOf('orders', id, login)).length, entries.length)
    await checkBooks(login)
  },
)

t.test('pages and times; what is not yours is not there', async (t) => {
  const login = await funded(front)
  const opened = await trade(front, login, { ...OPEN, stop_loss: '1.09000' })
  const id = opened.data['position_id']
  for (const stop of ['1.09100', '1.09200']) {
    await trade(front, login, { kind: 'stops', position_id: id, stop_loss: stop })
  }
  const second = await changes('positions', id, '?limit=1&page=2')
  t.match(second.data, { items: [{ new: '1.09100' }], page: 2, total: 3, is_complete: true })
  const [newest] = await itemsOf('positions', id)
  t.match((await changes('positions', id, '?to=2020-01-01')).data, { items: [], total: 0 })
  const since = await changes('positions', id, `?from=${newest?.['at']}`)
  t.match((since.data['items'] as Entry[])[0], { new: '1.09200' })
  t.match(await changes('positions', id, '?limit=1001'), { status: 400, fields: ['limit'] })

  const other = await funded(front)
  const scoped = { rights: new Set(RIGHTS), groupScope: ['real\\*'] }
  const away = front.signIn(1, { audience: 'staff', terminal: 'manager', ...scoped }, 'real alone')
  const rights = new Set(RIGHTS.filter((right) => right !== 'trades.view'))
  const blind = front.signIn(1, { audience: 'staff', terminal: 'manager', rights }, 'blind')
  for (const kind of ['positions', 'orders']) {
    t.match(await changes(kind, id, '', other), { status: 404, code: 'not_found' })
    t.match(await changes(kind, id, '', away), { status: 404, code: 'not_found' })
    t.match(await changes(kind, 999_999_999), { status: 404, code: 'not_found' })
    t.match(await changes(kind, id, '', blind), { status: 403, code: 'forbidden' })
  }
  await checkBooks(login)
})

t.test('tables rebuilt from the logs have the same changes', async (t) => {
  const shards = front.supervisor.shards.map((_, shard) => shard)
  const logs = shards.map((shard) => openWholeLogForReading(logDirectory(front.dataDir, shard)))
  const anew = openWriter(':memory:')
  migrate(anew)
  const seq = front.read((db) =>
    db.prepare('SELECT projection_seq FROM projection_checkpoint').pluck().get(),
  )
  projectAll(projector(anew, logs as never, 3), Number(seq))
  const rows = (db: typeof anew) => db.prepare('SELECT * FROM trade_changes').all()
  const kept = front.read(rows)
  t.ok(kept.length > 15)
  t.same(rows(anew), kept)
  anew.close()
  for (const log of logs) await log.close()
})
