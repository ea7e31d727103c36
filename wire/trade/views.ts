import type { Money } from '../../engine/account/money/money.js'
import { type JsonValue, jsonIn } from '../format/json-parts.js'
import { type FrameWriter, type Key, key } from '../frame/frame-writer.js'
import { type Pair, zeroPairs } from '../frame/pair.js'
import { JsonWriter } from '../frame/writer.js'

/** Writes money in all frames. Orders, deals and positions are in `wire/row/rows.ts`. */

interface AmountKey {
  readonly key: Key
  readonly zeros: readonly Pair[]
}

function amountKey(name: string): AmountKey {
  return { key: key(name), zeros: zeroPairs(name) }
}

function writeAmount(w: FrameWriter, name: AmountKey, value: number, digits: number): void {
  const zero = value === 0 ? name.zeros[digits] : undefined
  if (zero === undefined) w.scaled(name.key, value, digits)
  else w.pair(zero)
}

const AMOUNT = {
  profit: amountKey('profit'),
  swap: amountKey('swap'),
  commission: amountKey('commission'),
  fee: amountKey('fee'),
  credit: amountKey('credit'),
  balance: amountKey('balance'),
  margin: amountKey('margin'),
} as const

const KEY = {
  at: key('at'),
  seq: key('seq'),
  profit: key('profit'),
  equity: key('equity'),
  marginFree: key('margin_free'),
  marginLevel: key('margin_level'),
} as const

/** `commission` is the accumulated daily commission that has not been charged yet. */
export function writeMoney(
  w: FrameWriter,
  money: Money,
  moneyDigits: number,
  seq: number,
  at: number,
  under?: Key,
): void {
  w.map(11, under)
  writeAmount(w, AMOUNT.balance, money.balance, moneyDigits)
  writeAmount(w, AMOUNT.credit, money.credit, moneyDigits)
  writeOptional(w, KEY.equity, money.equity, moneyDigits)
  if (money.margin === null) w.none(AMOUNT.margin.key)
  else writeAmount(w, AMOUNT.margin, money.margin, moneyDigits)
  writeOptional(w, KEY.marginFree, money.marginFree, moneyDigits)
  writeOptional(w, KEY.marginLevel, money.marginLevel, 2)
  writeOptional(w, KEY.profit, money.profit, moneyDigits)
  writeAmount(w, AMOUNT.swap, money.swap, moneyDigits)
  writeAmount(w, AMOUNT.commission, money.commission, moneyDigits)
  w.intText(KEY.seq, seq)
  w.time(KEY.at, at)
  w.endMap()
}

export function writeOptional(
  w: FrameWriter,
  name: Key,
  value: number | null,
  digits: number,
): void {
  if (value === null) w.none(name)
  else w.scaled(name, value, digits)
}

const moneyWriter = new JsonWriter()

/** `money` as JSON text, for answers other than frames. */
export function moneyText(money: Money, moneyDigits: number, seq: number, at: number): JsonValue {
  moneyWriter.clear()
  writeMoney(moneyWriter, money, moneyDigits, seq, at)
  return jsonIn(moneyWriter)
}
