import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import type { AccountRecord, OrderEvent } from '../../../engine/account/event.js'
import type { Position } from '../../../engine/account/holdings/position.js'
import type { AccountProfile } from '../../../engine/account/state.js'
import { requestKeyHash } from '../../../engine/numbers/request-key-hash.js'
import {
  type RecoveredState,
  type RecoveryCounts,
  recoverShard,
} from '../../../storage/projection/recovery.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { requestKeySecretOf } from '../../../storage/repos/meta.js'
import { openReader, type Sqlite } from '../../../storage/sqlite/open.js'
import { BLOCK_ROWS } from '../../../storage/sqlite/row-blocks.js'
import { givenProfile } from '../../given/account.js'
import { scratch } from '../../given/desk.js'
import { writeHistory } from '../../given/records/histories.js'
import { openBooks, openTables, projectAll, projector } from '../../given/records/projection.js'

const NOW = 1_700_000_000_000
const DAY_MS = 86_400_000

interface Loaded {
  readonly result: RecoveryCounts
  readonly accounts: Map<number, { profile: AccountProfile; state: RecoveredState }>
  readonly positions: Map<number, { login: number; position: Position }>
  readonly orders: Map<number, OrderEvent>
  readonly keys: Map<number, number>
}

/** The state of an account without a record. */
const NOTHING_YET: RecoveredState = {
  balance: 0,
  credit: 0,
  seq: 0,
  lastRecordSeq: 0,
  commissionDue: 0,
  inMarginCall: false,
  day: 0,
  balancePrevDay: 0,
  balancePrevMonth: 0,
  firstAt: 0,
  nightThrough: 0,
}

function load(db: Sqlite, shard: number, shards: number, now = NOW): Loaded {
  const loaded: Omit<Loaded, 'result'> = {
    accounts: new Map(),
    positions: new Map(),
    orders: new Map(),
    keys: new Map(),
  }
  const result = recoverShard(db, shard, shards, now, {
    account: (profile, state) =>
      loaded.accounts.set(profile.login, { profile, state: { ...state } }),
    position: (login, position) => loaded.positions.set(position.id, { login, position }),
    order: (_login, order) => loaded.orders.set(order.id, order),
    requestKey: (hash, seq) => loaded.keys.set(hash, seq),
    cover: () => undefined,
  })
  return { ...loaded, result }
}

/** The place of the night after the newest day that ended whole. */
function nightOf(records: readonly AccountRecord[]): number {
  const ends = records.flatMap(({ events }) => {
    return events.filter((event) => event.type === 'day' || event.type === 'night')
  })
  const newest = ends.at(-1)
  return newest?.type === 'night' ? newest.through : 0
}

/** True when the newest of its margin calls says so. */
function isCalled(records: readonly AccountRecord[]): boolean {
  const calls = records.flatMap(({ events }) =>
    events.filter((event) => event.type === 'standing' && event.standing === 'margin_call'),
  )
  const newest = calls.at(-1)
  return newest?.type === 'standing' && newest.entered
}

function openAccounts(db: Sqlite, logins: readonly number[]): void {
  for (const login of logins) {
    const own = login % 3 === 0 ? { leverage: 25, limit_positions: 3 } : {}
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'demo\\standard', ...own }), NOW)
  }
}

t.test(
  'a shard loads its own accounts, positions and keys, as the records left them',
  async (t) => {
    const { directory, logs, db } = openBooks(t, 2)
    const records = writeHistory(logs, { seed: 31, count: 300, logins: 8, turn: 9 })
    const logins = [...new Set(records.map(({ login }) => login))]
    openAccounts(db, [...logins, 5000])
    projectAll(projector(db, logs), records.length)
    const reader = openReader(`${directory}/openfloor.sqlite`)
    for (const shard of [0, 1]) {
      const mine = records.filter(({ login }) => login % 2 === shard)
      const { accounts, positions, keys, result } = load(reader, shard, 2)
      t.equal(result.cursor, mine.at(-1)?.seq)
      t.equal(result.accounts, accounts.size)
      for (const login of logins.filter((one) => one % 2 === shard)) {
        const own = mine.filter((record) => record.login === login)
        const deals = own.flatMap(({ events }) => events.filter((event) => event.type === 'deal'))
        const state = accounts.get(login)?.state
        const days = own.flatMap(({ events }) => events.filter((event) => event.type === 'day'))
        t.same(state, {
          ...NOTHING_YET,
          day: days.at(-1)?.day ?? 0,
          nightThrough: nightOf(own),
          inMarginCall: isCalled(own),
          balancePrevDay: days.at(-1)?.balance ?? 0,
          balancePrevMonth: days.findLast(({ endsMonth }) => endsMonth)?.balance ?? 0,
          balance: deals.reduce((sum, d) => sum + d.profit + d.swap + d.commission + d.fee, 0),
          credit: deals.reduce((sum, deal) => sum + deal.credit, 0),
          commissionDue: deals.reduce((sum, deal) => sum + deal.commissionDue, 0),
          seq: own.reduce((sum, { events }) => sum + events.length, 0),
          lastRecordSeq: own.at(-1)?.seq,
          firstAt: own[0]?.at,
        })
      }
      const rows = new Map(
        mine
          .flatMap(({ events }) =>
            events.filter((e) => e.type === 'position' || e.type === 'correction'),
          )
          .map((e) => [e.id, e]),
      )
      const open = [...rows.values()].filter(({ volume }) => volume > 0)
      t.equal(positions.size, open.length)
      for (const { type: _, priceClose: __, closedAt: ___, ...row } of open) {
        t.same(positions.get(row.id)?.position, row)
      }
      const keyed = mine.filter(({ requestKey }) => requestKey !== '')
      t.equal(keys.size, keyed.length)
      t.ok(
        keyed.every(
          ({ login, requestKey, seq }) =>
            keys.get(requestKeyHash(requestKeySecretOf(reader), login, requestKey)) === seq,
        ),
      )
    }
    const untouched = load(reader, 0, 2).accounts.get(5000)
    t.same(untouched?.state, NOTHING_YET)
    t.equal(load(reader, 0, 2, NOW + 8 * DAY_MS).keys.size, 0, 'old keys are not loaded')
    reader.close()
  },
)

t.test('what an account leaves to its group stays open, for the settings of the moment', (t) => {
  const db = openTables(scratch(t))
  openAccounts(db, [1000, 1002])
  const { accounts } = load(db, 0, 1)
  t.match(accounts.get(1000)?.profile, { leverage: 0, limit_positions: 0, archived: false })
  t.match(accounts.get(1002)?.profile, { leverage: 25, limit_positions: 3 })
  db.close()
  t.end()
})

t.test('blocks end exactly, just before and just after their size', (t) => {
  const db = openTables(scratch(t))
  db.exec('BEGIN')
  openAccounts(db, [])
  for (let login = 1; login <= BLOCK_ROWS + 1; login++) {
    accountsRepo(db).insert(accountWithDefaults({ login, group: 'demo\\standard' }), NOW)
    if (login < BLOCK_ROWS - 1) continue
    const loaded = [...accountsRepo(db).profilesOfShard(0, 1)]
    t.equal(loaded.length, login)
    t.equal(loaded.at(-1)?.[0], login)
  }
  t.equal([...accountsRepo(db).profilesOfShard(1, 2)].length, BLOCK_ROWS / 2 + 1)
  db.exec('COMMIT')
  db.close()
  t.end()
})

t.test('an account is told as its own rows have it, between those that have no state', (t) => {
  const db = openTables(scratch(t))
  const accounts = accountsRepo(db)
  for (const login of [2, 4, 6, 8]) {
    const own = { leverage: login, limit_positions: login + 10, limit_orders: login + 20 }
    const group = login < 6 ? 'demo\\a' : 'real'
    const flags = { enabled: login !== 4, trading_enabled: login !== 6 }
    accounts.insert(accountWithDefaults({ login, group, ...own, ...flags }), 1)
  }
  accounts.insert(accountWithDefaults({ login: 3, group: 'demo\\a' }), 1)
  accounts.update(8, { archived_at: 5 }, 6)
  db.prepare(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq, commission_due, in_margin_call,
       day, balance_prev_day, balance_prev_month, first_at, night_through, last_order_id, last_deal_id,
       last_closed_id, orders, deals, closed)
     VALUES (4, 11, 12, 13, 14, 15, 1, 16, 17, 18, 19, 20, 0, 0, 0, 0, 0, 0)`,
  ).run()
  const told = [...load(db, 0, 2).accounts.values()]
  const profileOf = (login: number) =>
    givenProfile({
      login,
      group: login < 6 ? 'demo\\a' : 'real',
      leverage: login,
      archived: login === 8,
      self_opened: false,
      limit_positions: login + 10,
      limit_orders: login + 20,
      enabled: login !== 4,
      trading_enabled: login !== 6,
    })
  const state: RecoveredState = {
    balance: 11,
    credit: 12,
    seq: 13,
    lastRecordSeq: 14,
    commissionDue: 15,
    inMarginCall: true,
    day: 16,
    balancePrevDay: 17,
    balancePrevMonth: 18,
    firstAt: 19,
    nightThrough: 20,
  }
  t.same(
    told,
    [2, 4, 6, 8].map((login) => ({
      profile: profileOf(login),
      state: login === 4 ? state : NOTHING_YET,
    })),
  )
  db.close()
  t.end()
})
