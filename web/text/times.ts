import { serverWallMin } from '../link/clock.js'
import { settings } from '../settings/settings.js'
import { words } from './words.js'

export type Clock = 'local' | 'utc' | 'server'

/** The offset of the time zone from UTC in minutes. */
function shownOffsetMin(at: number, times: Clock): number {
  if (times === 'utc') return 0
  if (times === 'local') return -new Date(at).getTimezoneOffset()
  return serverWallMin(at)
}

/**
 * A time for the chart library, which does not support time zones: seconds of the clock that the
 * page shows.
 */
export function shownSeconds(at: number): number {
  return Math.floor(at / 1000) + 60 * shownOffsetMin(at, settings.value.times)
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')

/**
 * A time in the format of input fields, `2026-03-02T10:00:05`, in the chosen time zone; empty if
 * invalid.
 */
export function wallText(at: string | number, clock: Clock = settings.value.times): string {
  const ms = typeof at === 'number' ? at : Date.parse(at)
  if (Number.isNaN(ms)) return ''
  return new Date(ms + 60_000 * shownOffsetMin(ms, clock)).toISOString().slice(0, 19)
}

/** A time as text, `02 Mar 2026 10:00:05` or `02.03.2026 10:00:05`, in the chosen time zone. */
export function timeText(
  at: string | number,
  withSeconds = true,
  clock: Clock = settings.value.times,
): string {
  const [date = '', time = ''] = wallText(at, clock).split('T')
  return date === '' ? '–' : `${dateText(date)} ${withSeconds ? time : time.slice(0, 5)}`
}

/** A date such as `2026-03-02` in the page's language: `02 Mar 2026` or `02.03.2026`. */
export function dateText(date: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []
  if (day === '') return date
  const { time } = words.value
  return time.date({ day, month: time.months[Number(month) - 1] ?? month, year })
}

/**
 * Parses `2026-03-02T10:00:05` in the chosen time zone and returns UTC text; null if invalid. An
 * ambiguous or missing hour at a clock change uses that day's offset.
 */
export function momentOf(wall: string, clock: Clock = settings.value.times): string | null {
  const asUtc = Date.parse(`${wall}Z`)
  if (Number.isNaN(asUtc)) return null
  const first = asUtc - 60_000 * shownOffsetMin(asUtc, clock)
  return utcText(asUtc - 60_000 * shownOffsetMin(first, clock))
}

const PASTED =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:[.,]\d+)? ?(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i

/**
 * Parses a pasted time such as `2026-03-02T10:00:05+01:00` and returns UTC text. A text without a time zone is in the
 * chosen one. Null if the text is not a time.
 */
export function pastedMoment(text: string): string | null {
  const [, date = '', time = '', zone = ''] = PASTED.exec(text.trim()) ?? []
  const wall = `${date}T${time}`
  if (zone === '') return momentOf(wall)
  const at = Date.parse(`${wall}${/^[+-]/.test(zone) ? zone.replace(/:?(\d\d)$/, ':$1') : 'Z'}`)
  return Number.isNaN(at) ? null : utcText(at)
}

/** A moment as UTC text with whole seconds, as in an address. */
export function utcText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** The time of day, `10:00:05`, in the chosen time zone. */
export function clockText(at: number, clock: Clock = settings.value.times): string {
  return wallText(at, clock).slice(11) || '–'
}

/** The offset of the chosen time zone as text, such as `UTC+1` or `UTC−3:30`. */
export function zoneText(at: number, clock: Clock = settings.value.times): string {
  const offset = shownOffsetMin(at, clock)
  if (offset === 0) return 'UTC'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes === 0 ? '' : `:${twoDigits(minutes)}`}`
}

/** A duration as text: `12 s`, `3 min`, `2 h`, and from two days on `2 d`. */
export function lastedText(ms: number): string {
  const { time } = words.value
  const hours = Math.floor(ms / 3_600_000)
  if (hours < 2) return ageText(Math.floor(ms / 1_000))
  return hours < 48 ? time.hours({ n: hours }) : time.days({ n: Math.floor(hours / 24) })
}

/** An age as text: `12 s`, and from two minutes on `2 min`. */
export function ageText(seconds: number): string {
  const { time } = words.value
  return seconds < 120
    ? time.seconds({ n: seconds })
    : time.minutes({ n: Math.floor(seconds / 60) })
}
