import { scaled } from './numbers.js'
import { fieldText, typedNumber } from './typed-numbers.js'

/**
 * A change of a stop, a target or the price of an order: it is left as it is, taken off, or put at a price. `was` is
 * the price that the change was made from; null is none.
 */
export type LevelChange =
  | { readonly to: 'unchanged' }
  | { readonly to: 'none'; readonly was: string | null }
  | { readonly to: 'price'; readonly was: string | null; readonly price: string }

export const UNCHANGED: LevelChange = { to: 'unchanged' }

const PRICE_DIGITS = 10

/** The change that a typed level asks for, compared with `was`; null where the text is no number. */
export function typedLevel(typed: string, was: string | null, digits: number): LevelChange | null {
  const text = typed.trim()
  if (text === fieldText(was ?? '')) return UNCHANGED
  if (text === '') return { to: 'none', was }
  const price = typedNumber(text, digits)
  return price === null ? null : levelAt(price, was)
}

/** A price; nought is none. */
export function levelAt(price: string, was: string | null): LevelChange {
  const points = scaled(price, PRICE_DIGITS)
  if (points === scaled(was ?? '0', PRICE_DIGITS)) return UNCHANGED
  return points === 0n ? { to: 'none', was } : { to: 'price', was, price }
}

export function backAgain(change: LevelChange): LevelChange {
  if (change.to === 'unchanged') return change
  const now = change.to === 'price' ? change.price : null
  return change.was === null ? { to: 'none', was: now } : levelAt(change.was, now)
}

/** The change as fields of a trade request; a level whose field is left out stays. */
export function levelFields(name: string, change: LevelChange): Readonly<Record<string, string>> {
  if (change.to === 'unchanged') return {}
  return {
    [name]: change.to === 'none' ? '0' : change.price,
    [`${name}_was`]: change.was ?? '0',
  }
}
