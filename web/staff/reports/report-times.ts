/** Run times of a report as the form shows them, and the five cron fields that the server takes. */
export type TimeKind = 'daily' | 'workdays' | 'weekly' | 'monthly' | 'other'

export interface ReportTimes {
  readonly kind: TimeKind
  /** `HH:MM` on the server's clock. */
  readonly time: string
  /** The weekday; 0 is Sunday. */
  readonly weekday: number
  readonly day: number
  /** The cron expression, for schedules that the other kinds cannot express. */
  readonly cron: string
}

const PLAIN = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|1-5|\d)$/

const twoDigits = (text: string): string => text.padStart(2, '0')

export function timesOf(cron: string): ReportTimes {
  const [, minute = '', hour = '', day = '*', weekday = '*'] = PLAIN.exec(cron.trim()) ?? []
  const time = minute === '' ? '06:00' : `${twoDigits(hour)}:${twoDigits(minute)}`
  const base = { time, weekday: 1, day: 1, cron }
  if (minute === '' || Number(hour) > 23 || Number(minute) > 59) return { ...base, kind: 'other' }
  if (day !== '*') {
    const isPlain = weekday === '*' && Number(day) >= 1 && Number(day) <= 31
    return isPlain ? { ...base, kind: 'monthly', day: Number(day) } : { ...base, kind: 'other' }
  }
  if (weekday === '*') return { ...base, kind: 'daily' }
  if (weekday === '1-5') return { ...base, kind: 'workdays' }
  return Number(weekday) > 7
    ? { ...base, kind: 'other' }
    : { ...base, kind: 'weekly', weekday: Number(weekday) % 7 }
}

export function cronOf({ kind, time, weekday, day, cron }: ReportTimes): string {
  if (kind === 'other') return cron
  const [hour = '', minute = ''] = time.split(':')
  const at = `${Number(minute)} ${Number(hour)}`
  if (kind === 'monthly') return `${at} ${day} * *`
  return `${at} * * ${{ daily: '*', workdays: '1-5', weekly: String(weekday) }[kind]}`
}
