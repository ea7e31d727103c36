/** The timeframes of charts, and their length in seconds; a month is what it is. */
export const TIMEFRAMES = ['M1', 'M5', 'M15', 'M30', 'H1', 'H4', 'D1', 'W1', 'MN'] as const
