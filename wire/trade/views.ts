import type { Money } from '../../engine/account/money/money.js'
import { textFromScaled } from '../../engine/numbers/decimal.js'
import { type JsonValue, jsonIn } from '../answer/json-parts.js'
import { type FrameWriter, Key } from '../frame/frame-writer.js'
import { Pair } from '../frame/pair.js'
import { JsonWriter } from '../frame/writer.js'

/**
 * Writes money, and defines keys and times of all frames. Orders, deals and positions are in
 * `wire/row/rows.ts`.
 */

const keys = new Map<string, Key>()

/** The shared Key object of a field name. */
export function key(name: string): Key {
  let made = keys.get(name)
  if (made === undefined) {
    made = new Key(name)
    keys.set(name, made)
  }
  return made
}

const MONEY_DIGITS_MAX = 10

/** Most amounts are zero, so zeros are encoded once. */
function zeros(name: string): readonly Pair[] {
  return Array.from(
    { length: MONEY_DIGITS_MAX + 1 },
    (_, digits) => new Pair(name, textFromScaled(0, digits)),
  )
}

interface AmountKey {
  readonly key: Key
  readonly zeros: readonly Pair[]
}

function amountKey(name: string): AmountKey {
  return { key: key(name), zeros: zeros(name) }
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
