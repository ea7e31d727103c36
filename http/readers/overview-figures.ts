import { groupOf } from '../../engine/book/book.js'
import type { Book, GroupSpec } from '../../engine/book/compiled.js'
import { conversionRate } from '../../engine/book/conversion.js'
import type { Prices } from '../../engine/book/prices.js'
import { HOUR_MS } from '../../engine/calendar/durations.js'
import { OVERVIEW_SYMBOLS_MAX } from '../../engine/limits/sockets.js'
import { textFromScaled, trimmedTextFromScaled } from '../../engine/numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../engine/numbers/rounding.js'
import {
  FIXED8_DIGITS,
  MONEY_DIGITS_DEFAULT,
  RATE_ONE,
  type UnixMs,
  VOLUME_DIGITS,
} from '../../engine/units.js'
import type { Overview } from '../../wire/schema/trading/overview.js'
import type { GroupMoney } from '../../wire/thread/exposure.js'
import { addTo, type DaySoFar, type GroupDay } from './overview-day.js'

/** The open lots of a symbol by side. */
export interface OpenSides {
  readonly buy: bigint
  readonly sell: bigint
}

/** The current prices and settings, and the filter of groups. */
interface Ground {
  readonly book: Book
  readonly prices: Pick<Prices, 'quote'>
  readonly now: UnixMs
  reaches(path: string): boolean
}

export interface OverviewSums {
  /** One row for each shard and group. */
  readonly money: readonly GroupMoney[]
  readonly day: DaySoFar
  /** The open lots of the selected groups by symbol id. */
  readonly open: ReadonlyMap<number, OpenSides>
}

/**
 * Builds an overview in one currency. All amounts of a currency use one exchange rate (that for
 * profits), so that the figures still add up, and each figure is rounded once. Groups without an
 * exchange rate are left out of all amounts.
 */
export function overviewOf(
  ground: Ground,
  { money, day, open }: OverviewSums,
  mask: string,
  currency: string,
): Overview {
  const rates = new Rates(ground, currency)
  const total = new MoneyTotal()
  for (const row of money) {
    const group = ground.reaches(row.group) ? groupOf(ground.book, row.group) : undefined
    if (group !== undefined) total.add(row, rates.factorOf(group))
  }
  const today = new DayTotal()
  for (const [path, sums] of day.groups) {
    const group = ground.reaches(path) ? groupOf(ground.book, path) : undefined
    if (group !== undefined) today.add(sums, rates.factorOf(group))
  }
  const { now } = ground
  return {
    group: mask,
    currency,
    at: new Date(now).toISOString(),
    day_start: new Date(day.start).toISOString(),
    ...total.view,
    ...today.view(day.start, now),
    ...symbolsView(ground.book, open, today.volumeBySymbol),
  }
}

/** A sum before rounding: minor units times `Factor`. */
type Sum = bigint
type Factor = bigint | undefined

const SUM_ONE = powerOfTen(FIXED8_DIGITS) * RATE_ONE

/**
 * Factors that convert minor units of a group into the common currency; undefined without an
 * exchange rate.
 */
class Rates {
  readonly #ground: Ground
  readonly #currency: string
  readonly #known = new Map<string, bigint | undefined>()

  constructor(ground: Ground, currency: string) {
    this.#ground = ground
    this.#currency = currency
  }

  factorOf({ currency, currencyDigits }: GroupSpec): Factor {
    const rate = this.#rateOf(currency)
    return rate === undefined ? undefined : rate * powerOfTen(FIXED8_DIGITS - currencyDigits)
  }

  #rateOf(currency: string): bigint | undefined {
    if (this.#known.has(currency)) return this.#known.get(currency)
    const { book, prices } = this.#ground
    const rate = conversionRate(book, prices, currency, this.#currency, 'gain')
    this.#known.set(currency, rate)
    return rate
  }
}

class MoneyTotal {
  #accounts = 0
  #unconverted = 0
  #calls = 0
  #balance: Sum = 0n
  #credit: Sum = 0n
  #equity: Sum = 0n
  #profit: Sum = 0n

  add(row: GroupMoney, factor: Factor): void {
    this.#accounts += row.accounts
    this.#calls += row.calls
    this.#unconverted += factor === undefined ? row.accounts : row.unpriced
    if (factor === undefined) return
    this.#balance += BigInt(row.balance) * factor
    this.#credit += BigInt(row.credit) * factor
    this.#equity += BigInt(row.equity) * factor
    this.#profit += BigInt(row.profit) * factor
  }

  get view() {
    return {
      accounts: this.#accounts,
      unconverted: this.#unconverted,
      balance: moneyText(this.#balance),
      credit: moneyText(this.#credit),
      equity: moneyText(this.#equity),
      profit: moneyText(this.#profit),
      margin_calls: this.#calls,
    }
  }
}

interface HourTotal {
  readonly profit: Sum
  readonly deposits: Sum
  readonly withdrawals: Sum
}

const NO_MONEY: HourTotal = { profit: 0n, deposits: 0n, withdrawals: 0n }

class DayTotal {
  readonly volumeBySymbol = new Map<number, bigint>()
  readonly #volumeByHour = new Map<number, bigint>()
  readonly #hours = new Map<number, HourTotal>()
  #marginCalls = 0
  #stopOuts = 0

  add(day: GroupDay, factor: Factor): void {
    this.#marginCalls += day.marginCalls
    this.#stopOuts += day.stopOuts
    for (const [id, volume] of day.volumeBySymbol) addTo(this.volumeBySymbol, id, volume)
    for (const [hour, volume] of day.volumeByHour) addTo(this.#volumeByHour, hour, volume)
    if (factor === undefined) return
    for (const [hour, { profit, deposits, withdrawals }] of day.hours) {
      const before = this.#hours.get(hour) ?? NO_MONEY
      this.#hours.set(hour, {
        profit: before.profit + profit * factor,
        deposits: before.deposits + deposits * factor,
        withdrawals: before.withdrawals + withdrawals * factor,
      })
    }
  }

  view(start: UnixMs, now: UnixMs) {
    const sum = (of: (hour: HourTotal) => Sum): string =>
      moneyText([...this.#hours.values()].reduce((all, hour) => all + of(hour), 0n))
    const hours = Math.max(1, Math.floor((now - start) / HOUR_MS) + 1)
    return {
      profit_day: sum(({ profit }) => profit),
      deposits_day: sum(({ deposits }) => deposits),
      withdrawals_day: sum(({ withdrawals }) => withdrawals),
      margin_calls_day: this.#marginCalls,
      stop_outs_day: this.#stopOuts,
      hours: Array.from({ length: hours }, (_, hour) => this.#hourView(start, hour)),
    }
  }

  #hourView(start: UnixMs, hour: number) {
    const { profit, deposits, withdrawals } = this.#hours.get(hour) ?? NO_MONEY
    return {
      at: new Date(start + hour * HOUR_MS).toISOString(),
      profit: moneyText(profit),
      deposits: moneyText(deposits),
      withdrawals: moneyText(withdrawals),
      volume: lotsText(this.#volumeByHour.get(hour) ?? 0n),
    }
  }
}

interface SymbolVolumes extends OpenSides {
  readonly id: number
  readonly volume: bigint
}

const sizeOf = ({ buy, sell, volume }: SymbolVolumes): bigint => buy + sell + volume

/** The symbols with the most lots, open plus traded today; the rest is summed up in one row. */
function symbolsView(
  book: Book,
  open: ReadonlyMap<number, OpenSides>,
  volumes: ReadonlyMap<number, bigint>,
) {
  const ids = new Set([...open.keys(), ...volumes.keys()])
  const all = [...ids]
    .map((id) => ({ id, buy: 0n, sell: 0n, ...open.get(id), volume: volumes.get(id) ?? 0n }))
    .filter((one) => sizeOf(one) > 0n)
    .toSorted((a, b) => Number(sizeOf(b) - sizeOf(a)) || a.id - b.id)
  const total = (rows: readonly SymbolVolumes[], of: (row: SymbolVolumes) => bigint): string =>
    lotsText(rows.reduce((sum, row) => sum + of(row), 0n))
  const others = all.slice(OVERVIEW_SYMBOLS_MAX)
  return {
    open_lots: total(all, ({ buy, sell }) => buy + sell),
    volume_day: total(all, ({ volume }) => volume),
    symbols: all.slice(0, OVERVIEW_SYMBOLS_MAX).map(({ id, buy, sell, volume }) => ({
      symbol: book.symbolsById.get(id)?.name ?? `#${id}`,
      buy: lotsText(buy),
      sell: lotsText(sell),
      net: lotsText(buy - sell),
      volume_day: lotsText(volume),
    })),
    others:
      others.length === 0
        ? null
        : {
            symbols: others.length,
            buy: total(others, ({ buy }) => buy),
            sell: total(others, ({ sell }) => sell),
            volume_day: total(others, ({ volume }) => volume),
          },
  }
}

function moneyText(sum: Sum): string {
  const scaled = roundedDivide(sum * powerOfTen(MONEY_DIGITS_DEFAULT), SUM_ONE)
  return textFromScaled(scaled, MONEY_DIGITS_DEFAULT)
}

function lotsText(volume: bigint): string {
  return trimmedTextFromScaled(volume, VOLUME_DIGITS)
}
