import { fieldText, typedSigned, typedWhole } from '../text/typed-numbers.js'

/**
 * Converts field values to typed text and back. Text that cannot be parsed is kept as it is, and
 * the server reports the error.
 */
export function wholeOf(text: string): number | string {
  const number = typedSigned(text, typedWhole)
  return number === null ? text.trim() : Number(number)
}

const DECIMAL = /^-?\d+(\.\d+)?$/
/** Appended to a number that can be read in two ways, so that it counts as neither. */
const DOUBT = ' ?'

export function decimalOf(text: string): string {
  const number = typedSigned(text)
  if (number !== null) return number
  const plain = text.trim().replace('−', '-')
  return DECIMAL.test(plain) ? `${plain}${DOUBT}` : plain
}

/** A decimal as its input shows it. */
export function decimalText(value: unknown): string {
  return fieldText(plainText(value)).replace(DOUBT, '')
}

/** The typed text without its sign if it is not a decimal; null if it is one, or empty. */
export function noDecimal(value: unknown): string | null {
  if (typeof value !== 'string' || value === '' || DECIMAL.test(value)) return null
  return value.replace(DOUBT, '').replace('-', '')
}

export function wholesOf(text: string): (number | string)[] {
  return text
    .split(/[\s,;]+/)
    .filter((part) => part !== '')
    .map(wholeOf)
}

export const plainText = (value: unknown): string =>
  value === null || value === undefined ? '' : String(value)

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/** A minute of the day as `HH:MM`; the end of the day is `24:00`. */
export function clockOf(minute: unknown): string {
  if (typeof minute !== 'number') return String(minute ?? '')
  return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

export function minuteOf(text: string): number | string {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?::?([0-5]\d))?$/.exec(text.trim()) ?? []
  if (hours === undefined) return text.trim()
  const minute = 60 * Number(hours) + Number(minutes)
  return minute <= 1440 ? minute : text.trim()
}

export interface WeekSession {
  readonly day: number
  readonly kind: string
  readonly from_min: number
  readonly to_min: number
}

/** The sessions of a day as text, such as `08:00-17:00, 18:00-22:00`. */
export function spansText(sessions: readonly WeekSession[]): string {
  return sessions.map((one) => `${clockOf(one.from_min)}-${clockOf(one.to_min)}`).join(', ')
}

/** Parses such a text; null if it is invalid. */
export function spansOf(text: string): (readonly [from: number, to: number])[] | null {
  const spans: [number, number][] = []
  for (const part of text.split(',')) {
    if (part.trim() === '') continue
    const [from = '', to = '', ...more] = part.split(/[-–]/).map(minuteOf)
    if (typeof from !== 'number' || typeof to !== 'number' || more.length > 0) return null
    spans.push([from, to])
  }
  return spans
}
