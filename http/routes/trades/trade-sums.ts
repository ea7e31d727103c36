import { groupOf } from '../../../engine/book/book.js'
import {
  fixed8FromText,
  textFromScaled,
  trimmedTextFromScaled,
} from '../../../engine/numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../../engine/numbers/rounding.js'
import { FIXED8_DIGITS, VOLUME_DIGITS } from '../../../engine/units.js'
import { jsonObject } from '../../../wire/format/json-parts.js'
import {
  type GroupTrades,
  type SummedPosition,
  TRADE_SUMS,
  type TradeWindow,
} from '../../../wire/window/trade-window.js'
import type { FrontServices } from '../route.js'
import { liveFigures } from './live-positions.js'

interface CurrencySum {
  count: number
  /** The largest number of decimals among the groups. */
  digits: number
  readonly volumes: Map<string, bigint>
  /** Amounts by column, as integers with 8 decimals. */
  readonly amounts: Map<string, bigint>
  /** The number of positions without a price, which the profit leaves out. */
  unpriced: number
}

/**
 * Sums of a list of trades by currency, sorted by currency. `open` are the positions whose live
 * profit is added.
 */
export async function tradeSums(
  services: Pick<FrontServices, 'settings' | 'trading'>,
  kind: TradeWindow,
  groups: readonly GroupTrades[],
  open: readonly SummedPosition[] | null,
): Promise<object[]> {
  const { book } = services.settings
  const { volumes, amounts } = TRADE_SUMS[kind]
  const all = new Map<string, CurrencySum>()
  for (const { group, count, sums } of groups) {
    const sum = sumOf(services, all, group)
    if (sum === undefined) continue
    sum.count += count
    const unit = powerOfTen(FIXED8_DIGITS - (groupOf(book, group)?.currencyDigits ?? 0))
    for (const name of volumes) add(sum.volumes, name, sums[name])
    for (const name of amounts) add(sum.amounts, name, (sums[name] ?? 0n) * unit)
  }
  if (open !== null) await addProfits(services, all, open)
  return [...all]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sum]) => ({
      currency,
      count: sum.count,
      ...texts(volumes, (name) => volumeText(sum.volumes.get(name))),
      ...texts(amounts, (name) => amountText(sum, name)),
      ...(kind === 'positions' ? profitOf(sum, open !== null) : {}),
    }))
}

const profitOf = (sum: CurrencySum, isPriced: boolean) =>
  isPriced
    ? { profit: amountText(sum, 'profit'), unpriced: sum.unpriced }
    : { profit: null, unpriced: sum.count }

async function addProfits(
  services: Pick<FrontServices, 'settings' | 'trading'>,
  all: Map<string, CurrencySum>,
  open: readonly SummedPosition[],
): Promise<void> {
  const items = open.map(([login, id, group]) => ({ login, id, group }))
  const figures = await liveFigures(services, items)
  for (const item of items) {
    const sum = sumOf(services, all, item.group)
    if (sum === undefined) continue
    const found = figures.get(item)
    const { profit } = found === undefined ? { profit: null } : profitIn(jsonObject(found))
    if (profit === null) sum.unpriced++
    else add(sum.amounts, 'profit', fixed8FromText(profit))
  }
}

const profitIn = (text: string): { profit: string | null } =>
  JSON.parse(text) as { profit: string | null }

function sumOf(
  { settings }: Pick<FrontServices, 'settings'>,
  all: Map<string, CurrencySum>,
  path: string,
): CurrencySum | undefined {
  const group = groupOf(settings.book, path)
  if (group === undefined) return undefined
  const sum = all.get(group.currency) ?? {
    count: 0,
    digits: 0,
    volumes: new Map(),
    amounts: new Map(),
    unpriced: 0,
  }
  all.set(group.currency, sum)
  sum.digits = Math.max(sum.digits, group.currencyDigits)
  return sum
}

function add(sums: Map<string, bigint>, name: string, amount = 0n): void {
  sums.set(name, (sums.get(name) ?? 0n) + amount)
}

const texts = (names: readonly string[], textOf: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, textOf(name)]))

const volumeText = (volume = 0n): string => trimmedTextFromScaled(volume, VOLUME_DIGITS)

function amountText({ amounts, digits }: CurrencySum, name: string): string {
  const unit = powerOfTen(FIXED8_DIGITS - digits)
  return textFromScaled(roundedDivide(amounts.get(name) ?? 0n, unit), digits)
}
