import t from 'tap'
import { accountWithDefaults } from '../../../actors/desk/accounts/accounts.js'
import { applyRecord } from '../../../engine/account/apply.js'
import {
  type AccountEvent,
  type AccountRecord,
  DEAL_ACTIONS,
  DEAL_ENTRIES,
  type DealEvent,
  EXPIRATIONS,
  FILLINGS,
  ORDER_KINDS,
  ORDER_STATES,
  type OrderEvent,
  PLAIN_TERMS,
  type PositionEvent,
  REASONS,
  STANDINGS,
} from '../../../engine/account/event.js'
import { type Account, emptyAccount } from '../../../engine/account/state.js'
import type { Log } from '../../../storage/log/log.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { projectionWrites } from '../../../storage/repos/trades/projection-writes.js'
import { openWriter, type Sqlite } from '../../../storage/sqlite/open.js'
import { verify } from '../../../storage/verify/verify.js'
import { givenProfile } from '../../given/account.js'
import { MemoryDisk, openMemoryLog } from '../../given/memory-log.js'
import { accountDigest } from '../../given/records/account-digest.js'
import { commitTurn } from '../../given/records/histories.js'
import { projectAll, projector, recovered } from '../../given/records/projection.js'

// Goal: whatever an event says is in the tables and is read back from them. Each field of each kind of event
// is made another one on its way into the tables: what the log says otherwise must be found, and what a restart
// reads must be what was written.

const LOGIN = 1001
const AT = 1_700_000_000_000
const LOT = 100_000_000

const DEAL: DealEvent = {
  type: 'deal',
  id: 71,
  orderId: 51,
  positionId: 61,
  symbolId: 3,
  entry: 'in',
  action: 'buy',
  side: 1,
  volume: 2 * LOT,
  price: 108_111,
  bid: 108_100,
  ask: 108_112,
  profit: 501,
  swap: -31,
  commission: -41,
  fee: -7,
  credit: 0,
  rateProfit: 1_170_000_000_000n,
  reason: 'client',
  comment: 'in',
  at: AT + 5,
  volumeClosed: 0,
  commissionDue: -11,
  dealer: 9,
  externalId: 'X-1',
  clientOrderId: 'c-1',
}
const ORDER: OrderEvent = {
  type: 'order',
  id: 51,
  symbolId: 3,
  side: 1,
  kind: 'market',
  state: 'filled',
  volumeInitial: 2 * LOT,
  volumeCurrent: 0,
  price: 108_111,
  positionId: 61,
  reason: 'client',
  comment: 'grid',
  createdAt: AT + 3,
  doneAt: AT + 4,
  ...PLAIN_TERMS,
}
const POSITION: PositionEvent = {
  type: 'position',
  id: 61,
  symbolId: 3,
  side: 1,
  volume: 2 * LOT,
  priceOpen: 108_111,
  priceClose: 0,
  rateMargin: 1_080_000_000_000n,
  swap: -3,
  openedAt: AT + 5,
  closedAt: 0,
  reason: 'client',
  comment: 'held',
  version: 1,
  stopLoss: 107_000,
  takeProfit: 109_000,
  trailingPts: 250,
  openRest: 17,
  dealer: 9,
}
const RESTING: OrderEvent = {
  ...ORDER,
  id: 52,
  kind: 'stop_limit',
  state: 'placed',
  volumeCurrent: 2 * LOT,
  doneAt: 0,
  positionId: 0,
  triggerPrice: 108_500,
  stopLoss: 107_100,
  takeProfit: 109_100,
  trailingPts: 150,
  deviationPts: 4,
  filling: 'ioc',
  expiration: 'specified',
  expiresAt: AT + 99_000,
  ocoOrderId: 53,
  rateMargin: 1_090_000_000_000n,
  dealer: 8,
  gatewayId: 3,
  externalId: 'P-2',
  filledValue: 5n,
  lastDealId: 71,
  clientOrderId: 'c-2',
  session: 'desktop:s-1',
}
const DAY: Extract<AccountEvent, { type: 'day' }> = {
  type: 'day',
  day: 19_700,
  endsMonth: false,
  balance: 9_400,
  credit: 50,
  swap: -3,
  isValued: true,
  equity: 9_500,
  margin: 1_100,
  marginFree: 8_400,
  profit: 150,
  at: AT + 60,
  group: 'demo\\standard',
}
const RESTORED = { closedVolume: LOT, profit: 801, commission: -5, fee: -3, swapPaid: -9 }

/** Everything that an account can come by, each in a place where nothing later covers it. */
const STORY: readonly (readonly AccountEvent[])[] = [
  [deal({ id: 70, profit: 10_000, positionId: 0, ...NO_TRADE() })],
  [ORDER, DEAL, POSITION],
  [RESTING],
  // An order that has rested before its end, and one that has not.
  [{ ...RESTING, id: 53, ocoOrderId: 52 }],
  [{ ...RESTING, id: 53, ocoOrderId: 52, state: 'cancelled', doneAt: AT + 40, version: 2 }],
  // A position that is closed, in two parts, by another one.
  [
    { ...ORDER, id: 54, positionId: 62 },
    deal({ id: 72, orderId: 54, positionId: 62 }),
    { ...POSITION, id: 62 },
  ],
  [deal({ id: 73, orderId: 54, positionId: 62, entry: 'out', volume: LOT, side: -1 })],
  [
    deal({ id: 74, orderId: 54, positionId: 62, entry: 'out_by', volume: LOT, side: -1 }),
    { ...POSITION, id: 62, volume: 0, priceClose: 108_900, closedAt: AT + 50, version: 2 },
  ],
  // A reversed one.
  [
    deal({ id: 75, orderId: 55, positionId: 63, entry: 'in' }),
    { ...POSITION, id: 63 },
    deal({ id: 76, orderId: 55, positionId: 63, entry: 'inout', volumeClosed: LOT, side: -1 }),
    { ...POSITION, id: 63, side: -1, volume: LOT, version: 2 },
  ],
  [
    {
      ...POSITION,
      id: 63,
      type: 'correction',
      priceOpen: 108_200,
      version: 3,
      comment: 'put right',
    },
  ],
  [deal({ id: 77, positionId: 0, ...NO_TRADE(), action: 'credit_in', profit: 0, credit: 50 })],
  [DAY],
  [{ ...DAY, day: 19_701, balance: 9_401, endsMonth: true }],
  [deal({ id: 78, positionId: 0, ...NO_TRADE(), action: 'bonus', profit: 3 })],
  // A repair of the money, of a position and of a deal.
  [
    deal({ id: 79, positionId: 0, ...NO_TRADE(), action: 'correction', profit: 0 }),
    {
      type: 'restatement',
      dealId: 79,
      balance: 0,
      credit: 50,
      commissionDue: 0,
      balancePrevDay: 9_402,
      balancePrevMonth: 9_403,
      at: AT + 70,
      differences: '[]',
    },
    { ...POSITION, ...RESTORED, id: 64, type: 'restored_position' },
    { ...DEAL, type: 'restored_deal', seq: 3, previousId: 70 },
  ],
  [standing('margin_call', true)],
  [standing('stop_out', true)],
  [{ type: 'night', day: 19_702, through: 61, positions: 4, at: AT + 80 }],
]

/** The fields that a restart and the tables do without: they are told when it happens, and are in the log. */
const TOLD_ALONE: Readonly<Record<string, readonly string[]>> = {
  standing: ['equity', 'margin', 'orderId', 'positionId', 'at'],
  night: ['day', 'positions', 'at'],
  // The journal's line says what was found, and the deal that tells of it is a row.
  restatement: ['dealId', 'at', 'differences'],
  // A position that is open was not closed.
  position: ['closedAt'],
  // A position stays of its symbol.
  correction: ['closedAt', 'symbolId'],
  restored_position: ['closedAt'],
  'closed position': ['rateMargin', 'swap', 'stopLoss', 'takeProfit', 'trailingPts', 'openRest'],
}

function deal(over: Partial<DealEvent>): DealEvent {
  return { ...DEAL, externalId: '', commissionDue: 0, ...over }
}

function NO_TRADE(): Partial<DealEvent> {
  return {
    orderId: 0,
    symbolId: 0,
    entry: 'balance',
    action: 'deposit',
    side: 0,
    volume: 0,
    price: 0,
    bid: 0,
    ask: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    rateProfit: 0n,
    dealer: 0,
  }
}

function standing(which: (typeof STANDINGS)[number], entered: boolean): AccountEvent {
  const figures = { equity: 12, margin: 34, orderId: 51, positionId: 61, at: AT + 75 }
  return { type: 'standing', standing: which, entered, ...figures }
}

function recordsOf(story: readonly (readonly AccountEvent[])[]): AccountRecord[] {
  let accountSeq = 0
  return story.map((events, index) => {
    const before = accountSeq
    accountSeq += events.length
    return {
      seq: index + 1,
      previousSeq: index,
      at: AT + index,
      login: LOGIN,
      accountSeq: before,
      requestKey: '',
      requestDigest: 0,
      code: 'ok',
      message: '',
      events,
    }
  })
}

function logOf(story: readonly (readonly AccountEvent[])[]): Log {
  const log = openMemoryLog(new MemoryDisk())
  for (const record of recordsOf(story)) commitTurn(log, [record])
  return log
}

/** The sums of the deals are what a repair says that they are: `balance` and `commissionDue` follow. */
function summed(story: readonly (readonly AccountEvent[])[]): (readonly AccountEvent[])[] {
  let [balance, commissionDue] = [0, 0]
  return story.map((events) =>
    events.map((event) => {
      if (event.type === 'deal') {
        balance += event.profit + event.swap + event.commission + event.fee
        commissionDue += event.commissionDue
      }
      return event.type === 'restatement' ? { ...event, balance, commissionDue } : event
    }),
  )
}

const TRUE_STORY = summed(STORY)
const truth = logOf(TRUE_STORY)

function tables(): Sqlite {
  const db = openWriter(':memory:')
  migrate(db)
  accountsRepo(db).insert(accountWithDefaults({ login: LOGIN, group: 'demo\\standard' }), AT)
  return db
}

const PROJECTED = [
  'projection',
  'account_states',
  'orders',
  'open_orders',
  'deals',
  'daily',
  'positions',
  'closed_positions',
  'position_corrections',
  'traded_symbols',
  'trade_changes',
  'request_key_batches',
]

/** Faster than to make them anew. */
function emptied(db: Sqlite): void {
  for (const table of PROJECTED) db.exec(`DELETE FROM ${table}`)
  projectionWrites(db).setSeq(0)
}

/** Some records at a time, each time by a projector that knows nothing but the tables. */
function project(db: Sqlite, log: Log, through: number, most: number): void {
  for (let to = most; to < through + most; to += most) {
    projectAll(projector(db, [log]), Math.min(to, through))
  }
}

function differencesOf(db: Sqlite): readonly string[] {
  const { differences } = verify({ db, logs: [truth] })
  return differences.map(({ subject, field }) => `${subject} ${field}`)
}

function folded(story: readonly (readonly AccountEvent[])[]): Account {
  const account = emptyAccount(givenProfile())
  for (const record of recordsOf(story)) applyRecord(account, record)
  return account
}

const CHOICES: Readonly<Record<string, readonly unknown[]>> = {
  kind: ORDER_KINDS,
  state: ORDER_STATES,
  reason: REASONS,
  filling: FILLINGS,
  expiration: EXPIRATIONS,
  entry: DEAL_ENTRIES,
  action: DEAL_ACTIONS,
  standing: STANDINGS,
  side: [1, -1],
}

/** Another value that the field may have. */
function another(field: string, value: unknown): unknown {
  const choices = CHOICES[field]
  if (choices !== undefined) {
    return choices[(choices.indexOf(value) + 1) % choices.length]
  }
  if (typeof value === 'bigint') return value + 1n
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  return `${value}x`
}

function kindOf(event: AccountEvent): string {
  if (event.type === 'position' && event.volume === 0) return 'closed position'
  if (event.type === 'order' && event.doneAt === 0) return 'resting order'
  return event.type
}

/** A later row of the same order or position stands in its place. */
function isCovered(event: AccountEvent): boolean {
  if (!('id' in event)) return false
  const rows = TRUE_STORY.flat().filter((one) => {
    const isSame = 'id' in one && one.id === event.id
    return (
      isSame && (one.type === 'order') === (event.type === 'order') && !one.type.endsWith('deal')
    )
  })
  return event.type !== 'deal' && event.type !== 'restored_deal' && rows.at(-1) !== event
}

/** False where the projector stops: what it is told does not fit what it was told before. */
function isProjected(db: Sqlite, story: readonly (readonly AccountEvent[])[]): boolean {
  try {
    project(db, logOf(story), story.length, Math.ceil(story.length / 2))
    return true
  } catch {
    return false
  }
}

/** The story with one field of one event otherwise. */
function told(at: readonly [record: number, event: number], field: string) {
  return TRUE_STORY.map((events, record) =>
    events.map((event, place) => {
      if (record !== at[0] || place !== at[1]) return event
      const value = (event as unknown as Record<string, unknown>)[field]
      return { ...event, [field]: another(field, value) } as AccountEvent
    }),
  )
}

t.test('the story is in the tables as it is told, whatever a projector takes at a time', (t) => {
  for (const most of [1, 2, 7, TRUE_STORY.length]) {
    const db = tables()
    project(db, truth, TRUE_STORY.length, most)
    t.same(differencesOf(db), [], `${most} at a time`)
    t.equal(accountDigest(recovered(db).account), accountDigest(folded(TRUE_STORY)))
    t.match(recovered(db).account, {
      inMarginCall: true,
      nightThrough: 61,
      balancePrevMonth: 9_403,
    })
    db.close()
  }
  t.end()
})

t.test('every field of every event is written, read back and compared', (t) => {
  const seen = new Set<string>()
  const unnoticed = new Map<string, string[]>()
  const db = tables()
  let count = 0
  for (const [record, events] of TRUE_STORY.entries()) {
    for (const [place, event] of events.entries()) {
      const kind = kindOf(event)
      if (seen.has(kind) || isCovered(event)) continue
      seen.add(kind)
      for (const field of Object.keys(event)) {
        if (field === 'type' || field === 'id') continue
        count++
        const story = told([record, place], field)
        emptied(db)
        const isTaken = isProjected(db, story)
        if (isTaken) {
          const [read, made] = [accountDigest(recovered(db).account), accountDigest(folded(story))]
          const isKept = TOLD_ALONE[kind]?.includes(field) === true
          if (read !== made && !isKept) t.fail(`a restart reads ${field} of a ${kind}`)
        }
        if (isTaken && differencesOf(db).length === 0) {
          unnoticed.set(kind, [...(unnoticed.get(kind) ?? []), field])
        }
      }
    }
  }
  for (const kind of seen) {
    t.same((unnoticed.get(kind) ?? []).sort(), [...(TOLD_ALONE[kind] ?? [])].sort(), kind)
  }
  t.equal(seen.size, 12, 'every kind of event')
  t.ok(count > 150, `${count} fields`)
  db.close()
  t.end()
})

t.test('a repair makes right whatever the tables had', (t) => {
  const repair = TRUE_STORY.findIndex((events) => events.some(({ type }) => type === 'restatement'))
  for (const column of [
    'balance',
    'credit',
    'commission_due',
    'balance_prev_day',
    'balance_prev_month',
  ]) {
    const db = tables()
    project(db, truth, repair, 4)
    t.equal(db.prepare(`UPDATE account_states SET ${column} = ${column} + 7`).run().changes, 1)
    t.not(differencesOf(db).length, 0, column)
    project(db, truth, TRUE_STORY.length, TRUE_STORY.length)
    t.same(differencesOf(db), [], `${column} is what the repair says`)
    t.equal(accountDigest(recovered(db).account), accountDigest(folded(TRUE_STORY)))
    db.close()
  }
  t.end()
})
