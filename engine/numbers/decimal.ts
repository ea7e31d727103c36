import { assert } from '../assert.js'
import type { KeyedText } from '../reasons/keyed-text.js'
import { say } from '../reasons/reasons.js'
import {
  FIXED8_DIGITS,
  type Fixed8,
  type Minor,
  type PricePts,
  VOLUME_DIGITS,
  type VolumeUnits,
} from '../units.js'

/**
 * Converts decimal text to scaled integers and back, exactly and without rounding. Text has the
 * form `-12.345`, without exponent, `+`, spaces or empty parts.
 */

const ZERO = 48
const NINE = 57
const POINT = 46
const MINUS = 45

/**
 * The integer `text x 10^digits`; undefined if the text is no decimal, has too many digits, or
 * exceeds a safe integer.
 */
export function scaledFromText(text: string, digits: number): number | undefined {
  const end = text.length
  const negative = text.charCodeAt(0) === MINUS
  let at = negative ? 1 : 0
  const start = at
  let value = 0
  while (at < end) {
    const code = text.charCodeAt(at)
    if (code < ZERO || code > NINE) break
    value = value * 10 + (code - ZERO)
    at++
  }
  if (at === start) return undefined
  let scale = digits
  if (at < end) {
    if (text.charCodeAt(at) !== POINT || at + 1 === end) return undefined
    for (at++; at < end; at++) {
      const digit = text.charCodeAt(at) - ZERO
      if (digit < 0 || digit > 9) return undefined
      if (scale > 0) {
        value = value * 10 + digit
        scale--
      } else if (digit !== 0) return undefined
    }
  }
  for (; scale > 0; scale--) value *= 10
  if (value > Number.MAX_SAFE_INTEGER) return undefined
  return negative && value !== 0 ? -value : value
}

const DECIMAL = /^-?\d{1,30}(\.\d{1,30})?$/

/** The same as `scaledFromText`, without a bound on the size. */
export function bigScaledFromText(text: string, digits: number): bigint | undefined {
  if (!DECIMAL.test(text)) return undefined
  const negative = text.startsWith('-')
  const [whole = '', fraction = ''] = (negative ? text.slice(1) : text).split('.')
  const kept = fraction.slice(0, digits).padEnd(digits, '0')
  if (/[1-9]/.test(fraction.slice(digits))) return undefined
  const value = BigInt(whole + kept)
  return negative ? -value : value
}

/**
 * The reason why `scaledFromText` refuses the text of a decimal, as a part of a message to its
 * sender.
 */
export function whyNotScaled(text: string, digits: number): KeyedText {
  const isWhole = bigScaledFromText(text, digits) !== undefined
  return isWhole ? say('field.too_large') : say('field.decimals_max', { digits })
}

/** `value / 10^digits` as text with exactly `digits` decimals: money and prices. */
export function textFromScaled(value: number | bigint, digits: number): string {
  if (digits === 0) return String(value)
  const text = String(value < 0 ? -value : value)
  const padded = text.length > digits ? text : text.padStart(digits + 1, '0')
  const point = padded.length - digits
  return `${value < 0 ? '-' : ''}${padded.slice(0, point)}.${padded.slice(point)}`
}

/** `value / 10^digits` without trailing zeros: volumes, rates, settings. */
export function trimmedTextFromScaled(value: number | bigint, digits: number): string {
  const negative = value < 0
  const text = String(negative ? -value : value).padStart(digits + 1, '0')
  const point = text.length - digits
  const fraction = text.slice(point).replace(/0+$/, '')
  return `${negative ? '-' : ''}${text.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

/**
 * The canonical text of a number: `1.50` and `1.5` become the same. An invalid text stays
 * unchanged.
 */
export function plainDecimal(text: string, digits: number): string {
  const scaled = bigScaledFromText(text, digits)
  return scaled === undefined ? text : trimmedTextFromScaled(scaled, digits)
}

export function volumeText(volume: VolumeUnits): string {
  return trimmedTextFromScaled(volume, VOLUME_DIGITS)
}

/**
 * Parses a stored setting. Invalid text breaks an invariant, because settings are checked before
 * they are stored.
 */
export function fixed8FromText(text: string): Fixed8 {
  const value = bigScaledFromText(text, FIXED8_DIGITS)
  assert(value !== undefined, `a stored decimal has at most 8 decimals: ${text}`)
  return value
}

export function volumeFromText(text: string): VolumeUnits {
  const value = scaledFromText(text, VOLUME_DIGITS)
  assert(value !== undefined, `a stored volume has at most 8 decimals: ${text}`)
  return value
}

export function minorFromText(text: string, digits: number): Minor {
  const value = scaledFromText(text, digits)
  assert(value !== undefined, `a stored amount has at most ${digits} decimals: ${text}`)
  return value
}

export function priceFromText(text: string, digits: number): PricePts | undefined {
  return scaledFromText(text, digits)
}
