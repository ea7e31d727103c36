import type { DealEvent, PositionSums, RestoredDealEvent } from '../event.js'
import type { Position } from '../holdings/position.js'
import type { Account } from '../state.js'
import type { DealtPosition, RecomputedAccount, RecomputedRow } from './recompute.js'

/**
 * Compares an account with the state that its history gives (recompute.ts).
 *
 *   - The history is the truth: its deals, and the changes of positions by staff. The account in
 *     memory and the rows in the tables are two copies, and each may be wrong separately.
 *   U2. If both copies have the same error, it is reported once, as an error of the account.
 *   U3. Position fields that no deal contains are taken from the newest row in the log; if the log
 *       no longer has one, from the account.
 */
export interface AuditedMoney
  extends Readonly<
    Pick<Account, 'balance' | 'credit' | 'commissionDue' | 'balancePrevDay' | 'balancePrevMonth'>
  > {}

/** The copy in memory, on which the account trades. */
export interface HeldAccount extends AuditedMoney {
  readonly positions: {
    keys(): Iterable<number>
    get(id: number): Position | undefined
  }
}

/** A position as stored in the tables. */
export type PositionRecord = RecomputedRow & PositionSums

/** The account as the tables have it. */
export interface ShownAccount extends AuditedMoney {
  readonly positions: ReadonlyMap<number, PositionRecord>
}

export interface AccountDifference {
  readonly of: 'money' | 'position' | 'deal'
  /** True if only the tables are wrong. */
  readonly isShown: boolean
  /** The id of the position or deal. */
  readonly id: number
  /** The symbol that gives the digits of its prices. */
  readonly symbolId: number
  /** The field that differs; empty if the whole row is missing on one side. */
  readonly field: string
  readonly stored: unknown
  readonly computed: unknown
}

export interface Audit {
  readonly differences: readonly AccountDifference[]
  /** The correct money of the account. */
  readonly money: AuditedMoney
  /** The positions to change; a position without volume is to be removed. */
  readonly positions: readonly PositionRecord[]
}

const MONEY: readonly (keyof AuditedMoney)[] = [
  'balance',
  'credit',
  'commissionDue',
  'balancePrevDay',
  'balancePrevMonth',
]
const HELD: readonly (keyof Position)[] = [
  'symbolId',
  'side',
  'volume',
  'priceOpen',
  'openRest',
  'swap',
  'rateMargin',
  'stopLoss',
  'takeProfit',
  'trailingPts',
  'openedAt',
  'reason',
  'comment',
  'dealer',
  'version',
]
const SHOWN: readonly (keyof PositionRecord)[] = [
  ...HELD,
  'priceClose',
  'closedVolume',
  'profit',
  'commission',
  'fee',
  'swapPaid',
]
const NO_SUMS: PositionSums = { closedVolume: 0, profit: 0, commission: 0, fee: 0, swapPaid: 0 }

/** Compares an account with its recomputed state, and if `shown` is given with its tables. */
export function audit(
  held: HeldAccount,
  shown: ShownAccount | undefined,
  found: RecomputedAccount,
): Audit {
  const differences: AccountDifference[] = []
  const positions: PositionRecord[] = []
  const money = moneyOf(held, found)
  for (const field of MONEY) {
    const about = { of: 'money', id: 0, symbolId: 0, field, computed: money[field] } as const
    takeField(differences, about, held[field], shown?.[field])
  }
  const ids = new Set([
    ...found.positions.keys(),
    ...held.positions.keys(),
    ...(shown?.positions.keys() ?? []),
  ])
  for (const id of [...ids].sort((a, b) => a - b)) {
    const before = differences.length
    const position = held.positions.get(id)
    const record = shown?.positions.get(id)
    const dealt = found.positions.get(id)
    const computed = dealt && recordOf(dealt, found.rows.get(id), position, record)
    takePosition(differences, id, position, record, computed, shown !== undefined)
    if (differences.length === before) continue
    const version = Math.max(computed?.version ?? 0, position?.version ?? 0, record?.version ?? 0)
    const left = computed ?? goneRecord(position ?? record)
    positions.push({ ...left, version: version + 1 })
  }
  return { differences, money, positions }
}

/** Compares a deal of the log with its row; `previousId` is the deal before it. */
export function auditDeal(
  logged: Omit<RestoredDealEvent, 'type' | 'previousId'>,
  row: (Omit<DealEvent, 'type'> & { readonly seq: number }) | undefined,
): AccountDifference[] {
  const { id, symbolId } = logged
  const about = { of: 'deal', isShown: true, id, symbolId } as const
  if (row === undefined) return [{ ...about, field: '', stored: undefined, computed: logged }]
  const names = Object.keys(logged) as (keyof typeof logged)[]
  return names
    .filter((field) => row[field] !== logged[field])
    .map((field) => ({ ...about, field, stored: row[field], computed: logged[field] }))
}

/** If the day end is older than the history, the account's own value is taken as correct. */
function moneyOf(held: AuditedMoney, found: RecomputedAccount): AuditedMoney {
  const { balance, credit, commissionDue } = found
  const { balancePrevDay = held.balancePrevDay, balancePrevMonth = held.balancePrevMonth } = found
  return { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
}

function takePosition(
  differences: AccountDifference[],
  id: number,
  held: Position | undefined,
  shown: PositionRecord | undefined,
  computed: PositionRecord | undefined,
  isShown: boolean,
): void {
  const symbolId = computed?.symbolId ?? held?.symbolId ?? shown?.symbolId ?? 0
  const about = { of: 'position', id, symbolId } as const
  const whole = { ...about, field: '', computed }
  const isHeldWrong = (held === undefined) !== (computed === undefined)
  if (isHeldWrong) differences.push({ ...whole, isShown: false, stored: held })
  // If the account has this error, the tables can only repeat it (U2).
  const isShownWrong = isShown && (shown === undefined) !== (computed === undefined)
  if (isShownWrong && !isHeldWrong) differences.push({ ...whole, isShown: true, stored: shown })
  if (computed === undefined) return
  for (const field of SHOWN) {
    const isHeld = HELD.includes(field as keyof Position)
    const stored = isHeld ? held?.[field as keyof Position] : undefined
    takeField(differences, { ...about, field, computed: computed[field] }, stored, shown?.[field])
  }
}

/**
 * `stored` is the value in the account, `shown` the value in the tables; undefined is not compared.
 */
function takeField(
  differences: AccountDifference[],
  about: Omit<AccountDifference, 'isShown' | 'stored'>,
  stored: unknown,
  shown: unknown,
): void {
  const { computed } = about
  if (stored !== undefined && stored !== computed) {
    differences.push({ ...about, isShown: false, stored })
  }
  if (shown !== undefined && shown !== computed && shown !== stored) {
    differences.push({ ...about, isShown: true, stored: shown })
  }
}

/** Builds the correct row (U3). A margin rate of 0 is unknown. */
function recordOf(
  dealt: DealtPosition,
  logged: RecomputedRow | undefined,
  held: Position | undefined,
  shown: PositionRecord | undefined,
): PositionRecord {
  const row = logged ?? held ?? shown ?? { ...dealt, ...UNTOLD }
  const { rateMargin, swap, openedAt, reason, comment, version, dealer } = row
  const { stopLoss, takeProfit, trailingPts } = row
  return {
    ...dealt,
    rateMargin,
    swap,
    openedAt,
    reason,
    comment,
    version,
    dealer,
    stopLoss,
    takeProfit,
    trailingPts,
    priceClose: logged?.priceClose ?? shown?.priceClose ?? 0,
  }
}

const UNTOLD = {
  rateMargin: 0n,
  swap: 0,
  version: 0,
  stopLoss: 0,
  takeProfit: 0,
  trailingPts: 0,
} as const

function goneRecord(row: Position | PositionRecord | undefined): PositionRecord {
  return { priceClose: 0, ...(row as Position), volume: 0, ...NO_SUMS }
}
