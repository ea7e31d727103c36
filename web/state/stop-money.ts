import { signal } from '@preact/signals'
import { scaled, unscaled } from '../text/numbers.js'
import { type Position, terms } from './account.js'
import { line } from './link.js'

/** What a point of each position's volume is worth now, in the account's currency, as the server says. */
const pointValues = signal<ReadonlyMap<number, string>>(new Map())
const VALUE_DIGITS = 8

/** Asks for it, before a stop is moved. */
export async function askPointValue({ id, symbol, side, volume }: Position): Promise<void> {
  const answer = await line()?.ask('check', { kind: 'open', symbol, side, volume })
  const value: unknown = answer?.data?.point_value
  if (typeof value === 'string') pointValues.value = new Map(pointValues.value).set(id, value)
}

/** What the position would make at the price, without swap and costs; null where it is not known. */
export function moneyAt({ id, side, price_open }: Position, price: string): string | null {
  const value = pointValues.value.get(id)
  if (value === undefined) return null
  const digits = (price_open.split('.')[1] ?? '').length
  const points = scaled(price, digits) - scaled(price_open, digits)
  const made = (side === 'buy' ? points : -points) * scaled(value, VALUE_DIGITS)
  const shown = terms.value?.currency_digits ?? 2
  return unscaled(made / 10n ** BigInt(VALUE_DIGITS - shown), shown)
}
