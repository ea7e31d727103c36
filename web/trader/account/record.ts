import type { Data, Schemas } from '../../link/contract.js'
import { scaled, unscaled } from '../../text/numbers.js'

/**
 * The trading record over closed positions. Sums and counts use integers in the currency's smallest
 * unit. The result of a position is its profit with swap, commission and fee.
 */
export type ClosedPosition = Costed &
  Pick<
    Schemas['ClosedPositionView'],
    | 'position_id'
    | 'symbol'
    | 'side'
    | 'volume'
    | 'price_open'
    | 'price_close'
    | 'opened_at'
    | 'closed_at'
    | 'close_reason'
    | 'comment'
  >

export type DayRow = Pick<
  Data<'GET /trader/v1/daily'>['items'][number],
  | 'date'
  | 'balance'
  | 'equity'
  | 'floating_profit'
  | 'daily_profit'
  | 'daily_swap'
  | 'daily_fee'
  | 'daily_commission_instant'
  | 'daily_commission_turnover'
  | 'daily_deposits'
  | 'daily_withdrawals'
>

interface Costed {
  readonly profit: string
  readonly swap: string
  readonly commission: string
  readonly fee: string
}

export function netOf({ profit, swap, commission, fee }: Costed, digits: number): string {
  return unscaled(
    [profit, swap, commission, fee].reduce((total, one) => total + scaled(one, digits), 0n),
    digits,
  )
}

/** Statistics of positions with a common property: number, number of winners, and net result. */
export interface RecordPart {
  readonly name: string
  readonly count: number
  readonly wins: number
  readonly net: string
}

export interface TradeRecord {
  readonly count: number
  readonly wins: number
  readonly losses: number
  readonly net: string
  /** The average win; null if there are no wins. */
  readonly averageWin: string | null
  readonly averageLoss: string | null
  /** The profit factor in hundredths: all profits divided by all losses; null without losses. */
  readonly factorHundredths: bigint | null
  /**
   * The maximum drawdown: the largest decline of the cumulated result from its previous peak,
   * starting at zero.
   */
  readonly drawdown: string
  readonly symbols: readonly RecordPart[]
  readonly hours: readonly RecordPart[]
  readonly lengths: readonly RecordPart[]
}

/** Bounds of holding times in minutes; the last range is open. */
const LENGTHS_MIN = [5, 60, 240, 1_440, 10_080] as const

/** `hourOf` returns the hour of a time in the displayed time zone. */
export function recordOf(
  positions: readonly ClosedPosition[],
  digits: number,
  hourOf: (at: string) => number,
): TradeRecord {
  const results = positions
    .map((row) => ({ row, net: scaled(netOf(row, digits), digits) }))
    .toSorted((one, other) => compared(one.row.closed_at, other.row.closed_at))
  const gains = results.map(({ net }) => net).filter((net) => net > 0n)
  const losses = results.map(({ net }) => net).filter((net) => net < 0n)
  const [gained, lost] = [total(gains), total(losses)]
  const parts = (nameOf: (row: ClosedPosition) => string) => partsOf(results, nameOf, digits)
  return {
    count: results.length,
    wins: gains.length,
    losses: losses.length,
    net: unscaled(gained + lost, digits),
    averageWin: average(gained, gains.length, digits),
    averageLoss: average(lost, losses.length, digits),
    factorHundredths: lost === 0n ? null : rounded(100n * gained, -lost),
    drawdown: unscaled(drawdownOf(results.map(({ net }) => net)), digits),
    symbols: parts(({ symbol }) => symbol).toSorted((one, other) => other.count - one.count),
    hours: inOrder(parts((row) => String(hourOf(row.opened_at)))),
    lengths: inOrder(parts((row) => String(lengthOf(row)))),
  }
}

interface Result {
  readonly row: ClosedPosition
  readonly net: bigint
}

function partsOf(
  results: readonly Result[],
  nameOf: (row: ClosedPosition) => string,
  digits: number,
): RecordPart[] {
  const found = new Map<string, bigint[]>()
  for (const { row, net } of results) {
    const name = nameOf(row)
    const own = found.get(name)
    if (own === undefined) found.set(name, [net])
    else own.push(net)
  }
  return [...found].map(([name, nets]) => ({
    name,
    count: nets.length,
    wins: nets.filter((net) => net > 0n).length,
    net: unscaled(total(nets), digits),
  }))
}

function inOrder(parts: readonly RecordPart[]): RecordPart[] {
  return parts.toSorted((one, other) => Number(one.name) - Number(other.name))
}

/** The index of the range in `LENGTHS_MIN` for the holding time. */
function lengthOf({ opened_at, closed_at }: ClosedPosition): number {
  const minutes = (Date.parse(closed_at) - Date.parse(opened_at)) / 60_000
  const place = LENGTHS_MIN.findIndex((most) => minutes < most)
  return place < 0 ? LENGTHS_MIN.length : place
}

function drawdownOf(steps: readonly bigint[]): bigint {
  let [at, highest, most] = [0n, 0n, 0n]
  for (const step of steps) {
    at += step
    if (at > highest) highest = at
    if (highest - at > most) most = highest - at
  }
  return most
}

/**
 * The account's equity at the end of a day, or its balance if the equity is unknown; oldest first.
 */
export interface EquityPoint {
  readonly date: string
  readonly amount: string
}

export function equityLine(days: readonly DayRow[]): EquityPoint[] {
  return days
    .map(({ date, equity, balance }) => ({ date, amount: equity ?? balance }))
    .toSorted((one, other) => compared(one.date, other.date))
}

function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

function total(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

function average(sum: bigint, count: number, digits: number): string | null {
  return count === 0 ? null : unscaled(rounded(sum, BigInt(count)), digits)
}

/** A quotient, rounded half away from zero. */
function rounded(dividend: bigint, divisor: bigint): bigint {
  const isMinus = dividend < 0n
  const size = isMinus ? -dividend : dividend
  const result = (2n * size + divisor) / (2n * divisor)
  return isMinus ? -result : result
}
