/**
 * Reasons of refused trade requests: the code, a dot and the detail, with the English text. `{name}` is a part that the refusal brings
 * as a parameter. A text that a person typed is a parameter, too.
 */
export const TRADE_REASONS = {
  'trade.rejected.rule_text': '{text}',
  'trade.rejected.rule': 'The request was rejected.',
  'trade.rejected.no_rule': 'No routing rule takes this request.',
  'trade.rejected.not_taken': '{kind} requests of {symbol} are not taken now.',
  'trade.rejected.dealer_text': '{text}',
  'trade.rejected.dealer': 'The dealer rejected the request.',
  'trade.rejected.provider_text': '{text}',
  'trade.rejected.provider': 'The provider rejected it.',
  'trade.rejected.fill_refused': 'Staff refused the fill of the provider: {text}',
  'trade.rejected.provider_refused': 'The provider refused it.',
  'trade.rejected.filled': 'The order was filled before that.',
  'trade.rejected.ended': 'The order ended before that.',
  'trade.cancelled.ended': 'The order ended before that.',
  'trade.no_connection.change_never_came': 'The change did not reach the provider.',
  'trade.cancelled.provider_text': '{text}',
  'trade.cancelled.provider': 'The provider could not fill it.',
  'trade.no_connection.no_dealer': 'No dealer is online to take this request.',
  'trade.no_connection.never_came': 'The order did not reach the provider.',
  'trade.no_connection.provider_text': '{text}',
  'trade.timeout.no_dealer': 'No dealer answered in time.',
  'trade.timeout.restarted': 'The server was started again while the request waited.',
  'trade.timeout.provider': 'The provider did not answer in time.',
  'trade.too_many_requests.provider_text': '{text}',
} as const
