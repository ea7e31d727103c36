/** Times of FIX: UTC, `YYYYMMDD-HH:MM:SS` with up to nine decimals. Written with milliseconds. */
const TIMESTAMP = /^\d{8}-\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?$/
const DECIMALS_AT = 18

/** Milliseconds since 1970; undefined where it is no time. A second 60 is a leap second. */
export function fixTime(text: string): number | undefined {
  if (!TIMESTAMP.test(text)) return undefined
  const [year, month, day] = [numberAt(text, 0, 4), numberAt(text, 4, 2), numberAt(text, 6, 2)]
  const [hour, minute, second] = [
    numberAt(text, 9, 2),
    numberAt(text, 12, 2),
    numberAt(text, 15, 2),
  ]
  if (!isFixDate(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined
  // Each message has one: the digits are read without making texts of them.
  let decimals = 0
  for (let at = DECIMALS_AT; at < DECIMALS_AT + 3; at++) {
    decimals = decimals * 10 + (at < text.length ? numberAt(text, at, 1) : 0)
  }
  return Date.UTC(year, month - 1, day, hour, minute, second, decimals)
}

function numberAt(text: string, at: number, digits: number): number {
  let value = 0
  for (let i = at; i < at + digits; i++) value = value * 10 + text.charCodeAt(i) - 48
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
