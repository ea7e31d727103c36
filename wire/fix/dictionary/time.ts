/** Times in FIX: UTC, `YYYYMMDD-HH:MM:SS` with up to nine decimals. Written with milliseconds. */
const SHORTEST = 17
const DECIMALS_AT = 18
const DECIMALS_MAX = 9
const [MINUS, POINT, DIGIT_0, COLON] = [45, 46, 48, 58]

/**
 * Parses a time to milliseconds since 1970; undefined if the text is not a time. Second 60 is a
 * leap second.
 */
export function fixTime(text: string): number | undefined {
  return fixTimeIn(text, 0, text.length)
}

/**
 * Parses the time between two positions of a text. It creates no substrings, because every message
 * contains a time.
 */
export function fixTimeIn(text: string, from: number, to: number): number | undefined {
  const length = to - from
  if (length < SHORTEST || length > DECIMALS_AT + DECIMALS_MAX || length === DECIMALS_AT)
    return undefined
  const isShaped =
    text.charCodeAt(from + 8) === MINUS &&
    text.charCodeAt(from + 11) === COLON &&
    text.charCodeAt(from + 14) === COLON &&
    (length === SHORTEST || text.charCodeAt(from + SHORTEST) === POINT)
  if (!isShaped) return undefined
  const year = numberAt(text, from, 4)
  const month = numberAt(text, from + 4, 2)
  const day = numberAt(text, from + 6, 2)
  const hour = numberAt(text, from + 9, 2)
  const minute = numberAt(text, from + 12, 2)
  const second = numberAt(text, from + 15, 2)
  const millis = millisAt(text, from + DECIMALS_AT, length - DECIMALS_AT)
  // Comparisons with NaN are false, so digits that could not be read fail here.
  const isTime = year >= 1 && hour <= 23 && minute <= 59 && second <= 60 && millis >= 0
  if (!isTime || !isFixDate(year, month, day)) return undefined
  return Date.UTC(year, month - 1, day, hour, minute, second, millis)
}

/** Decimals after the third must be digits, but are ignored. */
function millisAt(text: string, at: number, decimals: number): number {
  let millis = 0
  for (let i = 0; i < Math.max(3, decimals); i++) {
    const digit = i < decimals ? numberAt(text, at + i, 1) : 0
    if (i < 3) millis = millis * 10 + digit
    else if (Number.isNaN(digit)) return digit
  }
  return millis
}

/** Parses digits; NaN if any character is not a digit. */
function numberAt(text: string, at: number, digits: number): number {
  let value = 0
  for (let i = at; i < at + digits; i++) {
    const code = text.charCodeAt(i) - DIGIT_0
    value = code >= 0 && code <= 9 ? value * 10 + code : Number.NaN
  }
  return value
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

export function isFixDate(year: number, month: number, day: number): boolean {
  const days = DAYS[month - 1]
  if (days === undefined || year < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day >= 1 && day <= (month === 2 && isLeap ? 29 : days)
}

export function fixTimeText(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`
}
