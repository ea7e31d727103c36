import { scaled } from './numbers.js'
import { fieldText, typedNumber } from './typed-numbers.js'

/**
 * A change of a stop loss, take profit or order price: unchanged, removed, or set to a price. `was`
 * is the price that the change is based on; null means none.
 */
export type LevelChange =
  | { readonly to: 'unchanged' }
  | { readonly to: 'none'; readonly was: string | null }
  | { readonly to: 'price'; readonly was: string | null; readonly price: string }

export const UNCHANGED: LevelChange = { to: 'unchanged' }

const PRICE_DIGITS = 10

/** The change that the typed text means compared with `was`; null if the text is not a number. */
export function typedLevel(typed: string, was: string | null, digits: number): LevelChange | null {
  const text = typed.trim()
  if (text === fieldText(was ?? '')) return UNCHANGED
  if (text === '') return { to: 'none', was }
  const price = typedNumber(text, digits)
  return price === null ? null : levelAt(price, was)
}

/** The change to a price; zero removes the level. */
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

/** The change as fields of a trade request. A level whose field is omitted stays unchanged. */
export function levelFields(name: string, change: LevelChange): Readonly<Record<string, string>> {
  if (change.to === 'unchanged') return {}
  return {
    [name]: change.to === 'none' ? '0' : change.price,
    [`${name}_was`]: change.was ?? '0',
  }
}
