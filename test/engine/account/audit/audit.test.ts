import { deepEqual, equal } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { apply, applyRecord } from '../../../../engine/account/apply.js'
import {
  type AuditedMoney,
  audit,
  auditDeal,
  type HeldAccount,
  type PositionRecord,
  type ShownAccount,
} from '../../../../engine/account/audit/audit.js'
import {
  Recomputation,
  type RecomputedAccount,
} from '../../../../engine/account/audit/recompute.js'
import { decideRepair } from '../../../../engine/account/audit/repair.js'
import { checkAccount } from '../../../../engine/account/check.js'
import type { AccountRecord, DealEvent } from '../../../../engine/account/event.js'
import { dropPosition, holdPosition } from '../../../../engine/account/holdings/hold-position.js'
import type { Position } from '../../../../engine/account/holdings/position.js'
import type { Account } from '../../../../engine/account/state.js'
import { isRefusal } from '../../../../engine/code.js'
import { RATE_ONE } from '../../../../engine/units.js'
import { HEDGING, NETTING, symbolIn } from '../../../given/book.js'
import { Floor, positionOf } from '../../../given/floors/floor.js'
import { seededInts } from '../../../given/records/histories.js'
import { blankAccount } from '../../../given/records/ledger.js'
import { randomDays } from '../../../given/records/random-days.js'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type Shown = { -readonly [Key in keyof AuditedMoney]: number } & {
  readonly positions: Map<number, Mutable<PositionRecord>>
}

function recomputed(floor: Floor, held: HeldAccount): RecomputedAccount {
  const found = new Recomputation(held.positions.keys())
  for (const { events } of floor.records.toReversed()) {
    for (const event of events.toReversed()) found.event(event)
  }
  return found.result(true)
}

/** The tables' account: written from the records, row by row, as the projector does it. */
function shownOf(records: readonly AccountRecord[]): Shown {
  const account = blankAccount(1)
  const positions = new Map<number, Mutable<PositionRecord>>()
  const sums = new Map<number, Record<string, number>>()
  for (const record of records) {
    applyRecord(account, record)
    for (const event of record.events) {
      if (event.type === 'deal') addDeal(sums, event)
      if (event.type === 'position' || event.type === 'correction') {
        const { type: _, closedAt: __, ...row } = event
        positions.set(event.id, row as Mutable<PositionRecord>)
        if (event.volume === 0) positions.delete(event.id)
      }
    }
  }
  for (const row of positions.values()) Object.assign(row, sums.get(row.id))
  const { balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = account
  return { balance, credit, commissionDue, balancePrevDay, balancePrevMonth, positions }
}

function addDeal(sums: Map<number, Record<string, number>>, deal: DealEvent): void {
  const none = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }
  const to = sums.get(deal.positionId) ?? none
  sums.set(deal.positionId, to)
  for (const name of ['profit', 'commission', 'fee'] as const)
    to[name] = (to[name] ?? 0) + deal[name]
  to['swapPaid'] = (to['swapPaid'] ?? 0) + deal.swap
  const closes = {
    in: 0,
    balance: 0,
    out: deal.volume,
    out_by: deal.volume,
    inout: deal.volumeClosed,
  }
  to['closedVolume'] = (to['closedVolume'] ?? 0) + closes[deal.entry]
}

/** Applies what repairs the account, and what the tables make of it. */
function repair(floor: Floor, held: Account, shown: Shown): void {
  const { money, positions } = audit(held, shown, recomputed(floor, held))
  const asked = { seq: held.seq, money, positions, deals: [] }
  const words = { differences: '[]', comment: 'repaired', dealer: 7 }
  const decided = decideRepair(floor.context(), held, asked, words)
  if (isRefusal(decided)) throw new Error(decided.message)
  // The account that the floor trades with is the one that is repaired.
  floor.record(decided)
  for (const event of decided) {
    if (event.type === 'restatement') {
      const { balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = event
      Object.assign(shown, { balance, credit, commissionDue, balancePrevDay, balancePrevMonth })
    } else if (event.type === 'restored_position') {
      const { type: _, closedAt: __, ...row } = event
      if (event.volume === 0) shown.positions.delete(event.id)
      else shown.positions.set(event.id, row)
    }
  }
}

const MONEY = ['balance', 'credit', 'commissionDue', 'balancePrevDay', 'balancePrevMonth'] as const
const NUMBERS = [
  'volume',
  'priceOpen',
  'openRest',
  'swap',
  'stopLoss',
  'takeProfit',
  'trailingPts',
  'openedAt',
  'dealer',
  'version',
] as const
const SUMS = ['closedVolume', 'profit', 'commission', 'fee', 'swapPaid', 'priceClose'] as const

/** Plants one thing that is wrong; answers how it is named. */
function plant(account: Account, shown: Shown, int: (bound: number) => number): string {
  const ids = [...account.positions.keys()]
  const id = ids[int(ids.length)]
  const by = (int(2) === 0 ? 1 : -1) * (1 + int(1000))
  const inTables = int(3) > 0
  const inAccount = !inTables || int(2) === 0
  const place = inAccount ? 'account' : 'tables'
  const held = id === undefined ? undefined : account.positions.get(id)
  if (held === undefined || int(3) === 0) {
    const name = MONEY[int(MONEY.length)] ?? 'balance'
    if (inTables) shown[name] += by
    if (inAccount) account[name] += by
    return `${place} money 0 ${name}`
  }
  const row = shown.positions.get(held.id) as Mutable<PositionRecord>
  const change = (changed: Position | undefined): void => {
    if (inAccount) dropPosition(account, held)
    if (inAccount && changed !== undefined) holdPosition(account, changed)
    if (!inTables) return
    if (changed === undefined) shown.positions.delete(held.id)
    else shown.positions.set(changed.id, { ...row, ...changed })
  }
  switch (int(5)) {
    case 0:
      change(undefined)
      return `${place} position ${held.id} `
    case 1: {
      const made = { ...held, id: 900_000 + int(99), swap: by }
      if (inAccount) holdPosition(account, made)
      if (inTables) shown.positions.set(made.id, { ...row, ...made })
      return `${place} position ${made.id} `
    }
    case 2: {
      const name = SUMS[int(SUMS.length)] ?? 'profit'
      row[name] += by
      return `tables position ${held.id} ${name}`
    }
    case 3: {
      const side = held.side === 1 ? -1 : 1
      change({ ...held, side })
      return `${place} position ${held.id} side`
    }
    default: {
      const name = NUMBERS[int(NUMBERS.length)] ?? 'volume'
      change({ ...held, [name]: held[name] + Math.abs(by) })
      return `${place} position ${held.id} ${name}`
    }
  }
}

t.test(
  'over any days nothing is wrong; what is planted is found, alone, and repaired',
  async () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(HEDGING, NETTING), (seed, group) => {
        const int = seededInts(seed)
        const floor = randomDays(group, int, 60)
        const { account } = floor
        const shown = shownOf(floor.records)
        const named = (): string[] =>
          audit(account, shown, recomputed(floor, account)).differences.map(
            ({ isShown, of, id, field }) =>
              `${isShown ? 'tables' : 'account'} ${of} ${id} ${field}`,
          )
        deepEqual(named(), [])
        const before = { ...account, positions: withoutVersions(account) }
        const planted = plant(account, shown, int)
        deepEqual(named(), [planted])
        repair(floor, account, shown)
        deepEqual(named(), [])
        const { balance, credit, commissionDue, balancePrevDay, balancePrevMonth } = account
        const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
        for (const name of MONEY) equal(money[name], before[name], name)
        deepEqual(withoutVersions(account), before.positions)
        checkAccount(account)
        floor.settle()
      }),
      { numRuns: 250 },
    )
  },
)

function withoutVersions({ positions }: Account): object[] {
  return [...positions.values()]
    .sort((a, b) => a.id - b.id)
    .map((position) => ({ ...position, version: 0 }))
}

function given(): { floor: Floor; id: number; shown: ShownAccount } {
  const floor = new Floor()
  floor.balance('deposit', '20000')
  const id = positionOf(floor.open('EURUSD', 'buy', '1'))
  return { floor, id, shown: shownOf(floor.records) }
}

t.test('every field of a position is looked at, in the account and in the tables', (t) => {
  const { floor, id, shown } = given()
  const { account } = floor
  const found = recomputed(floor, account)
  const held = account.positions.get(id) as Position
  const row = shown.positions.get(id) as PositionRecord
  const others = { symbolId: 77, side: -1, rateMargin: 5n, reason: 'tp', comment: 'x' } as const
  const names = [...NUMBERS, ...(Object.keys(others) as (keyof typeof others)[])]
  for (const name of names) {
    const wrong = { [name]: name in others ? others[name as keyof typeof others] : 7_777 }
    const positions = new Map([[id, { ...held, ...wrong }]])
    const wrongTables = { ...shown, positions: new Map([[id, { ...row, ...wrong }]]) }
    const [inAccount, ...more] = audit({ ...account, positions }, shown, found).differences
    t.match(inAccount, { id, field: name, isShown: false, computed: held[name] }, name)
    const [inTables, ...rest] = audit(account, wrongTables, found).differences
    t.match(inTables, { id, field: name, isShown: true, computed: held[name] }, name)
    t.same([...more, ...rest], [])
  }
  floor.settle()
  t.end()
})

t.test('what is right is not repaired, and what is not to be goes a version on', (t) => {
  const { floor, id } = given()
  const { account } = floor
  const other = positionOf(floor.open('GBPUSD', 'sell', '1'))
  const shown = shownOf(floor.records)
  const found = recomputed(floor, account)
  const { differences, positions } = audit(account, shown, found)
  t.same([differences, positions], [[], []])
  const none = audit({ ...account, positions: new Map() }, undefined, found)
  t.same(
    none.differences.map((one) => one.id),
    [id, other],
  )
  const held = account.positions.get(other) as Position
  const made = { ...held, id: 77, version: 4 }
  const both = new Map([...account.positions.values(), made].map((one) => [one.id, one]))
  const wrong = audit({ ...account, positions: both }, shown, found)
  t.match(wrong.differences, [{ id: 77, symbolId: held.symbolId, field: '', isShown: false }])
  t.match(wrong.positions, [{ id: 77, volume: 0, version: 5, symbolId: held.symbolId }])
  t.equal(wrong.positions.length, 1)
  const tables = new Map(shown.positions).set(78, {
    ...(shown.positions.get(id) as PositionRecord),
    id: 78,
  })
  const inTables = audit(account, { ...shown, positions: tables }, found)
  const { symbolId } = account.positions.get(id) as Position
  t.match(inTables.differences, [{ id: 78, symbolId, field: '', isShown: true }])
  t.match(inTables.positions, [{ id: 78, volume: 0, version: 2 }])
  floor.settle()
  t.end()
})

t.test('what the log has no row of any more is as the account and the tables have it', (t) => {
  const { floor, id, shown } = given()
  const wrong = { swap: 5, priceClose: 7, stopLoss: 9 }
  const row = { ...(shown.positions.get(id) as PositionRecord), ...wrong }
  const held = { ...(floor.account.positions.get(id) as Position), ...wrong }
  const account = { ...floor.account, positions: new Map([[id, held]]) }
  const found = { ...recomputed(floor, floor.account), rows: new Map() }
  t.same(audit(account, { ...shown, positions: new Map([[id, row]]) }, found).differences, [])
  t.same(audit(account, undefined, found).differences, [], 'and without the tables as the account')
  floor.settle()
  t.end()
})

t.test('the account is what is told where the tables are wrong in the same way', (t) => {
  const { floor, shown } = given()
  const both = { ...floor.account, balance: 5 }
  const found = recomputed(floor, floor.account)
  const { differences } = audit(both, { ...shown, balance: 5 }, found)
  t.match(differences, [{ field: 'balance', isShown: false, stored: 5, computed: 20_000_00 }])
  t.equal(differences.length, 1)
  const apart = audit(both, { ...shown, balance: 6 }, found).differences
  t.match(apart, [
    { isShown: false, stored: 5 },
    { isShown: true, stored: 6 },
  ])
  t.equal(audit(both, undefined, found).differences.length, 1, 'the tables may be left out')
  floor.settle()
  t.end()
})

t.test('a position that no row tells of takes what its deal says, and the rate of now', (t) => {
  const { floor, id } = given()
  const { account } = floor
  dropPosition(account, account.positions.get(id) as Position)
  const found = recomputed(floor, account)
  const { money, positions } = audit(account, undefined, { ...found, rows: new Map() })
  t.match(positions, [{ id, volume: 1e8, rateMargin: 0n, swap: 0, reason: 'client', version: 1 }])
  const asked = { seq: account.seq, money, positions, deals: [] }
  const words = { differences: '', comment: '', dealer: 0 }
  const decided = decideRepair(floor.context(), account, asked, words)
  if (isRefusal(decided)) throw new Error(decided.message)
  floor.record(decided)
  t.not(account.positions.get(id)?.rateMargin, 0n)
  floor.prices.remove('EURUSD')
  t.match(decideRepair(floor.context(), account, { ...asked, seq: account.seq }, words), {
    code: 'trade.off_quotes',
  })
  floor.settle()
  t.end()
})

t.test('a repair is for the account as it was looked at, and moves nothing by itself', (t) => {
  const { floor, id } = given()
  const { account } = floor
  const asked = { ...audit(account, undefined, recomputed(floor, account)), seq: 1, deals: [] }
  const words = { differences: '[1]', comment: 'why', dealer: 7 }
  t.match(decideRepair(floor.context(), account, asked, words), { code: 'conflict' })
  const now = { ...asked, seq: account.seq }
  const decided = decideRepair(floor.context(), account, now, words)
  t.match(decided, [
    { type: 'deal', action: 'correction', entry: 'balance', profit: 0, comment: 'why', dealer: 7 },
    { type: 'restatement', balance: 20_000_00, differences: '[1]' },
  ])
  account.archived = true
  t.match(decideRepair(floor.context(), account, now, words), { code: 'conflict' })
  account.archived = false
  const gone = { id, symbolId: 99_999, side: 1, volume: 1, rateMargin: 0n } as PositionRecord
  t.match(decideRepair(floor.context(), account, { ...now, positions: [gone] }, words), {
    code: 'conflict',
  })
  floor.settle()
  t.end()
})

t.test(
  'what is repaired as closed closes in that moment, and what is open has no such time',
  (t) => {
    const { floor, id } = given()
    const { account } = floor
    const gone = { ...account, positions: new Map<number, Position>() }
    const { money, positions } = audit(gone, undefined, recomputed(floor, account))
    t.match(positions, [{ id, volume: 1e8 }])
    const [row] = positions
    const closed = { ...(row as PositionRecord), id: id + 1, volume: 0 }
    const asked = { seq: account.seq, money, positions: [row as PositionRecord, closed], deals: [] }
    const words = { differences: '', comment: '', dealer: 0 }
    const context = floor.context()
    const decided = decideRepair(context, account, asked, words)
    if (isRefusal(decided)) throw new Error(decided.message)
    const restored = decided.filter((event) => event.type === 'restored_position')
    t.same(
      restored.map((event) => [event.id, event.volume, event.closedAt]),
      [
        [id, 1e8, 0],
        [id + 1, 0, context.now],
      ],
    )
    t.ok(context.now > 0)
    floor.settle()
    t.end()
  },
)

t.test('a position of another symbol goes from where it was', (t) => {
  const { floor, id, shown } = given()
  const { account } = floor
  const held = account.positions.get(id) as Position
  dropPosition(account, held)
  holdPosition(account, { ...held, symbolId: symbolIn(floor.book, 'XAUUSD').id })
  repair(floor, account, shown as Shown)
  t.equal(account.positions.get(id)?.symbolId, held.symbolId)
  t.equal(account.exposures.size, 1)
  checkAccount(account)
  floor.settle()
  t.end()
})

t.test('a deal is held against its row field by field', (t) => {
  const { floor } = given()
  const [first] = floor.records[0]?.events ?? []
  if (first?.type !== 'deal') throw new Error('a deposit is a deal')
  const { type: _, ...deal } = first
  const logged = { ...deal, seq: 1 }
  t.same(auditDeal(logged, { ...logged }), [])
  t.match(auditDeal(logged, { ...logged, profit: 4, rateProfit: RATE_ONE }), [
    { of: 'deal', isShown: true, field: 'profit', stored: 4, computed: 20_000_00 },
    { field: 'rateProfit', stored: RATE_ONE },
  ])
  t.match(auditDeal(logged, undefined), [{ field: '', stored: undefined, computed: logged }])
  const none = { ...floor.account }
  apply(none as Account, { ...logged, type: 'restored_deal', previousId: 0 })
  t.equal(none.balance, floor.account.balance, 'and written again it moves nothing')
  floor.settle()
  t.end()
})
