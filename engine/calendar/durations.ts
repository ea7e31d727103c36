/** Lengths of time in milliseconds. A day is of 24 hours: days of the server's clock are engine/calendar/server-day.ts. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
export const MINUTES_OF_HOUR = 60
