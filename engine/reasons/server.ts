/** Reasons for which the server takes no request of its own accord. The form is that of `trade.ts`. */
export const SERVER_REASONS = {
  'not_found.anchor': 'There is no {noun} {anchor} in this window.',
  'invalid_input.fields': 'the request is not valid',
  'unavailable.starting': 'The server is starting. Try again in a moment.',
  'unavailable.trading_stopped': 'Trading has been stopped since {since}. Try again later.',
} as const
