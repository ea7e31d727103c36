import type { AccountDifference } from '../../engine/account/audit/audit.js'
import { textFromScaled, trimmedTextFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { RATE_DIGITS } from '../../engine/units.js'
import type { FieldDifference } from '../account/field-difference.js'
import { timeText } from '../format/time-text.js'
import type { RowSymbol } from '../row/row-facts.js'

/** The settings needed to format a difference. */
export interface WordFacts {
  readonly moneyDigits: number
  symbol(id: number): Pick<RowSymbol, 'name' | 'digits'>
}

/**
 * Names a difference as the API does: `balance`, `positions.7.volume`, `deals.9.profit`.
 * Differences that exist only in the database begin with `tables`, except deals, which exist only
 * there.
 */
export function differenceText(difference: AccountDifference, facts: WordFacts): FieldDifference {
  const { of, id, isShown, field, stored, computed } = difference
  const row = of === 'money' ? [] : [`${of}s`, String(id)]
  const place = isShown && of !== 'deal' ? ['tables'] : []
  const name = field === '' ? [] : [of === 'money' ? (MONEY[field] ?? snake(field)) : nameOf(field)]
  const text = (value: unknown): string | null =>
    value === undefined ? null : valueText(difference, value, facts)
  return {
    field: [...place, ...row, ...name].join('.'),
    stored: text(stored),
    computed: text(computed),
  }
}

/** Money fields with another name in the API: the commission due is called `commission`. */
const MONEY: Readonly<Record<string, string>> = { commissionDue: 'commission' }

function nameOf(field: string): string {
  return field === 'symbolId' ? 'symbol' : snake(field)
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

type Scale = 'money' | 'price' | 'volume' | 'rate' | 'time' | 'side' | 'symbol'

const SCALES: Readonly<Record<string, Scale>> = {
  balance: 'money',
  credit: 'money',
  commissionDue: 'money',
  balancePrevDay: 'money',
  balancePrevMonth: 'money',
  swap: 'money',
  profit: 'money',
  commission: 'money',
  fee: 'money',
  swapPaid: 'money',
  priceOpen: 'price',
  priceClose: 'price',
  stopLoss: 'price',
  takeProfit: 'price',
  price: 'price',
  bid: 'price',
  ask: 'price',
  volume: 'volume',
  closedVolume: 'volume',
  volumeClosed: 'volume',
  rateMargin: 'rate',
  rateProfit: 'rate',
  openedAt: 'time',
  at: 'time',
  side: 'side',
  symbolId: 'symbol',
}

const TIME_MAX = 8.64e15

function valueText(
  { field, symbolId }: AccountDifference,
  value: unknown,
  facts: WordFacts,
): string {
  if (field === '') return rowText(value as Row, facts)
  const number = value as number
  switch (SCALES[field]) {
    case 'money':
      return textFromScaled(number, facts.moneyDigits)
    case 'price':
      return textFromScaled(number, facts.symbol(symbolId).digits)
    case 'volume':
      return volumeText(number)
    case 'rate':
      return trimmedTextFromScaled(value as bigint, RATE_DIGITS)
    case 'time':
      return Math.abs(number) <= TIME_MAX ? timeText(number) : String(number)
    case 'side':
      return sideText(number)
    case 'symbol':
      return number === 0 ? '' : facts.symbol(number).name
    default:
      return String(value)
  }
}

/** The fields that tell the reader which position or deal differs. */
interface Row {
  readonly symbolId: number
  readonly side: number
  readonly volume: number
  readonly priceOpen?: number
  readonly price?: number
  readonly action?: string
  readonly profit: number
  readonly credit?: number
}

function rowText(row: Row, { moneyDigits, symbol }: WordFacts): string {
  const { symbolId, side, volume, priceOpen, price = 0, action, profit, credit = 0 } = row
  if (symbolId === 0) return `${action} ${textFromScaled(profit + credit, moneyDigits)}`
  const { name, digits } = symbol(symbolId)
  const at = textFromScaled(priceOpen ?? price, digits)
  return `${sideText(side)} ${volumeText(volume)} ${name} at ${at}`
}

function sideText(side: number): string {
  if (side === 0) return ''
  return side === 1 ? 'buy' : 'sell'
}
