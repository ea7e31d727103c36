/** The lists of trades that have windows: what is open, and what is over. */
export const TRADE_WINDOWS = ['positions', 'orders', 'deals', 'closed'] as const
export type TradeWindow = (typeof TRADE_WINDOWS)[number]

/** The field that has the number of a row. */
export const TRADE_NUMBERS: Readonly<Record<TradeWindow, string>> = {
  positions: 'id',
  orders: 'id',
  deals: 'id',
  closed: 'position_id',
}
