/** Times of FIX: UTC, `YYYYMMDD-HH:MM:SS` with up to nine decimals. Written with milliseconds. */
const TIMESTAMP = /^(\d{4})(\d{2})(\d{2})-(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?$/

/** Milliseconds since 1970; undefined where it is no time. A second 60 is a leap second. */
export function fixTime(text: string): number | undefined {
  const parts = TIMESTAMP.exec(text)
  if (parts === null) return undefined
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    ...[number, number, number],
    ...[number, number, number],
  ]
  if (!isFixDate(year, month, day) || hour > 23 || minute > 59 || second > 60) return undefined
  const decimals = Number((parts[7] ?? '').padEnd(3, '0').slice(0, 3))
  return Date.UTC(year, month - 1, day, hour, minute, second, decimals)
}

export function isFixDate(year: number, month: number, day: number): boolean {
  const at = new Date(Date.UTC(year, month - 1, day))
  return year > 0 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
}

export function fixTimeText(ms: number): string {
  const iso = new Date(ms).toISOString()
  return `${iso.slice(0, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}-${iso.slice(11, 23)}`
}
