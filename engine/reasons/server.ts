/** Reasons for which the server takes no request of its own accord. The form is that of `trade.ts`. */
export const SERVER_REASONS = {
  'unavailable.starting': 'The server is starting. Try again in a moment.',
  'unavailable.trading_stopped': 'Trading has been stopped since {since}. Try again later.',
} as const
