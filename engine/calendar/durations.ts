/**
 * Durations in milliseconds. A day here has 24 hours; engine/calendar/server-day.ts has the
 * server's days.
 */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const MINUTES_OF_HOUR = 60
