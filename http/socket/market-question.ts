import type { MarketOp, SocketQuestion } from '../../wire/thread/messages.js'

/** A `symbols` or `candles` request of a WebSocket. */
export type MarketQuestion = Extract<SocketQuestion, { readonly op: MarketOp }>
