import { randomUUID } from 'node:crypto'
import t from 'tap'
import { accept } from '../../../../actors/thread/ask.js'
import type { DealEvent } from '../../../../engine/account/event.js'
import { refuse } from '../../../../engine/code.js'
import { errorCodesOf } from '../../../../http/pipeline/route-errors.js'
import { auditAccount } from '../../../../http/routes/accounts/account-audit.js'
import { adminAccountAuditRoutes } from '../../../../http/routes/accounts/account-audit-routes.js'
import type { FrontRoute, FrontServices } from '../../../../http/routes/route.js'
import { openWholeLogForReading } from '../../../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../../../storage/paths.js'
import { openWriter, type Sqlite } from '../../../../storage/sqlite/open.js'
import { verify } from '../../../../storage/verify/verify.js'
import { moment } from '../../../given/desk.js'
import { type AccountAnswer, AccountFront } from '../../../given/fronts/account-front.js'
import { Ledger } from '../../../given/records/ledger.js'
import { deposit, funded, recordsOf, settled, trade } from '../../../given/records/trades.js'
import { session } from '../../given.js'

// Accounts found again from their deals, on real shards, tables and logs.

let front = await AccountFront.start(t)
const euro = await front.quoted('EURUSD')
front.price(euro.id, 110_000, 110_010)

const check = (login: number, as = 'admin'): Promise<AccountAnswer> =>
  front.ask(`POST /admin/v1/accounts/${login}/check`, as)
const repair = (login: number, headers = {}, as = 'admin'): Promise<AccountAnswer> =>
  front.ask(`POST /admin/v1/accounts/${login}/repair`, as, undefined, headers)

type Tap = Pick<typeof t, 'same' | 'match' | 'ok'>

/** An account that holds a position, a part of which is closed, and one that staff corrected. */
async function holder(): Promise<{ login: number; id: number; corrected: number }> {
  const login = await funded(front)
  const opened = await trade(front, login, { ...OPEN, stop_loss: '1.05000' })
  const id = Number(opened.data['position_id'])
  await trade(front, login, { kind: 'close', position_id: id, volume: '0.05' })
  const other = await trade(front, login)
  const corrected = Number(other.data['position_id'])
  await settled(front, 'GET /admin/v1/positions', 'admin', other.data['projection_seq'])
  const body = { price_open: '1.20000', comment: 'agreed' }
  await front.ask(`PATCH /admin/v1/positions/${corrected}`, 'admin', body)
  return { login, id, corrected }
}

const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const

/** The tables are edited behind the server's back, between its stop and its start. */
async function editTables(...edits: readonly string[]): Promise<void> {
  front = await front.later(t, 0, () => {
    const db = openWriter(sqlitePath(front.dataDir))
    for (const sql of edits) db.exec(sql)
    db.close()
  })
  await front.quoted('EURUSD')
  front.price(euro.id, 110_000, 110_010)
}

/** All that verify has to say once the tables have `seq`. */
async function verified(seq: unknown): Promise<readonly object[]> {
  await settled(front, 'GET /admin/v1/positions', 'admin', seq)
  const logs = front.supervisor.shards.map((_, shard) =>
    openWholeLogForReading(logDirectory(front.dataDir, shard)),
  )
  const found = front.read((db: Sqlite) => verify({ db, logs }).differences)
  await Promise.all(logs.map((log) => log.close()))
  return found
}

/** The account's books kept a second time say the same. */
async function settle(login: number): Promise<void> {
  const ledger = new Ledger(login)
  for (const record of await recordsOf(front, login)) ledger.add(record)
}

async function money(login: number): Promise<Record<string, unknown>> {
  const { data } = await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')
  return data['money'] as Record<string, unknown>
}

t.test(
  'an account that is what its deals make it has no differences, and is left alone',
  async (t) => {
    const { login, corrected } = await holder()
    t.same((await check(login)).data, { differences: [] })
    t.same((await check(await front.open())).data, { differences: [] }, 'one without a record')
    const records = await recordsOf(front, login)
    t.same((await repair(login)).data, { differences: [], projection_seq: null })
    t.equal((await recordsOf(front, login)).length, records.length)
    await front.ask('POST /admin/v1/positions/delete', front.plain(), { ids: [corrected] })
    t.same(
      (await check(login)).data,
      { differences: [] },
      'nor has one whose position staff took out',
    )
    await settle(login)
  },
)

t.test('what the tables alone show otherwise is repaired while they are in use', async (t) => {
  const { login, id } = await holder()
  t.same((await check(login)).data, { differences: [] }, 'the tables have all of it')
  const db = openWriter(sqlitePath(front.dataDir))
  db.exec(`UPDATE account_states SET credit = 300 WHERE login = ${login};
    UPDATE positions SET price_open = 1 WHERE id = ${id}`)
  db.close()
  const differences = [
    { field: 'tables.credit', stored: '3.00', computed: '0.00' },
    { field: `tables.positions.${id}.price_open`, stored: '0.00001', computed: '1.10010' },
  ]
  t.same((await check(login)).data, { differences })
  const done = await repair(login)
  t.match(done.data, { differences })
  t.same((await check(login)).data, { differences: [] })
  t.same(await verified(done.data['projection_seq']), [])
  await settle(login)
})

type Means = readonly (readonly [field: string, stored: string | null, computed: string | null])[]

t.test('what was lost or edited in between is found, each by itself, and repaired', async (t) => {
  const accounts = await Promise.all([
    holder(),
    holder(),
    holder(),
    holder(),
    holder(),
    holder(),
    holder(),
  ])
  const [rich, resized, lost, phantom, edited, shown, poor] = accounts
  const deals = (await recordsOf(front, edited.login))
    .flatMap(({ events }) => events)
    .filter((event): event is DealEvent => event.type === 'deal')
  const [first, , closing] = deals.map(({ id }) => id)
  await editTables(
    `UPDATE account_states SET balance = balance + 12345, credit = 700 WHERE login = ${rich.login}`,
    `UPDATE positions SET volume = 7000000, swap = -300, stop_loss = 0 WHERE id = ${resized.id}`,
    `DELETE FROM positions WHERE id = ${lost.id}`,
    `CREATE TEMP TABLE made_up AS SELECT * FROM positions WHERE id = ${phantom.id};
     UPDATE made_up SET id = 99999999; INSERT INTO positions SELECT * FROM made_up`,
    `UPDATE deals SET profit = profit + 500 WHERE id = ${closing}; DELETE FROM deals WHERE id = ${first}`,
    `UPDATE positions SET profit = 5, commission = 1 WHERE id = ${shown.id}`,
    `UPDATE account_states SET balance = 500000 WHERE login = ${poor.login}`,
  )
  const position = (id: number, field: string): string => `positions.${id}.${field}`
  const means: readonly (readonly [number, Means])[] = [
    [
      rich.login,
      [
        ['balance', '10122.95', '9999.50'],
        ['credit', '7.00', '0.00'],
      ],
    ],
    [
      resized.login,
      [
        [position(resized.id, 'volume'), '0.07', '0.05'],
        [position(resized.id, 'swap'), '-3.00', '0.00'],
        [position(resized.id, 'stop_loss'), '0.00000', '1.05000'],
      ],
    ],
    [lost.login, [[`positions.${lost.id}`, null, 'buy 0.05 EURUSD at 1.10010']]],
    [phantom.login, [['positions.99999999', 'buy 0.05 EURUSD at 1.10010', null]]],
    [
      edited.login,
      [
        [`deals.${closing}.profit`, '4.50', '-0.50'],
        [`deals.${first}`, null, 'deposit 10000.00'],
      ],
    ],
    [
      shown.login,
      [
        [`tables.${position(shown.id, 'profit')}`, '0.05', '-0.50'],
        [`tables.${position(shown.id, 'commission')}`, '0.01', '0.00'],
      ],
    ],
  ]
  let seq: unknown
  for (const [login, rows] of means) {
    const differences = rows.map(([field, stored, computed]) => ({ field, stored, computed }))
    t.same((await check(login)).data, { differences })
    const done = await repair(login)
    const [deal] = (await recordsOf(front, login)).at(-1)?.events ?? []
    const deal_id = deal?.type === 'deal' ? deal.id : 0
    t.same(
      done.data['differences'],
      differences.map((one) => ({ ...one, deal_id })),
    )
    t.match(deal, { action: 'correction', reason: 'correction', profit: 0, credit: 0, dealer: 1 })
    t.same((await check(login)).data, { differences: [] })
  }
  t.match(await money(rich.login), { balance: '9999.50', credit: '0.00' })
  t.match(await money(edited.login), { balance: '9999.50' }, 'no deal moved money again')
  const positions = await front.ask(`GET /admin/v1/accounts/${lost.login}/positions`, 'admin')
  t.match(positions.data, [{ id: lost.corrected }, { id: lost.id, stop_loss: '1.05000' }])
  await repeated(t, poor.login)
  for (const { login, id } of accounts) {
    const closed = await trade(front, login, { kind: 'close', position_id: id })
    t.equal(closed.code, 'ok')
    seq = closed.data['projection_seq']
    await settle(login)
  }
  t.same(await verified(seq), [], 'also when what was repaired is closed')
})

/** The account has 4,999.50 too little. */
async function repeated(t: Tap, login: number): Promise<void> {
  const key = { 'idempotency-key': randomUUID() }
  const done = await repair(login, key)
  t.match(done, { status: 200, data: { differences: [{ field: 'balance', stored: '5000.00' }] } })
  await deposit(front, login, '5.00')
  t.same((await repair(login, key)).data, done.data, 'a repeat answers the same')
  t.match(await money(login), { balance: '10004.50' }, 'and does nothing again')
  t.match(await repair(login, { 'idempotency-key': 'one' }), { status: 400 })
  const what = `GET /admin/v1/accounts/${login}/journal?kind=repair`
  let items: unknown[] = []
  while (items.length === 0) {
    await moment()
    items = (await front.ask(what, 'admin')).data['items'] as unknown[]
  }
  t.match(items, [
    {
      actor: 1,
      login,
      ip: '127.0.0.1',
      text: `Account ${login} is repaired from its deals: balance 5000.00 is 9999.50`,
      changes: [{ field: 'balance', from: '5000.00', to: '9999.50' }],
    },
  ])
  const page = await front.ask(`GET /admin/v1/accounts/${login}/deals`, 'admin')
  const comments = (page.data['items'] as { comment: string }[]).map(({ comment }) => comment)
  t.ok(comments.includes('balance 5000.00 is 9999.50 by its deals'))
}

/** The audit of an account whose shard and tables answer so, and how often the tables were asked. */
async function auditedBy(answers: { held?: object; history?: object; audit?: object }) {
  const value = { recordSeq: 5, text: '', records: '', next: 0 }
  const { held = accept(value), history = accept(value), audit = {} } = answers
  const shard = { shard: 0, ask: async (what: string) => (what === 'held' ? held : history) }
  let looks = 0
  const run = async () => {
    looks++
    return audit
  }
  const services = {
    trading: { shardOf: () => shard },
    queries: { of: () => ({ run }) },
    clock: { after: (_ms: number, work: () => void) => work() },
  } as unknown as FrontServices
  return { found: await auditAccount(services, session(), 1001), looks }
}

t.test('whoever of shard and tables refuses, that is the answer', async (t) => {
  const refusal = refuse('conflict', 'The history of account 1001 contradicts itself.')
  t.same(await auditedBy({ held: refusal }), { found: refusal, looks: 0 })
  t.same(await auditedBy({ history: refusal }), { found: refusal, looks: 0 })
  t.same(await auditedBy({ audit: refusal }), { found: refusal, looks: 1 })
  const audit = { isBehind: false, differences: [], repair: '' }
  t.same(await auditedBy({ audit: accept(audit) }), { found: audit, looks: 1 })
  const behind = await auditedBy({ audit: accept({ ...audit, isBehind: true }) })
  t.match(behind, {
    found: { code: 'unavailable', message: /not yet written recent changes/ },
    looks: 100,
  })
  const [checks] = adminAccountAuditRoutes as [FrontRoute]
  t.ok(errorCodesOf(checks).includes('conflict'), 'and its document says so')
})
