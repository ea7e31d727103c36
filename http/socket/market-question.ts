import type { MarketOp } from '../../wire/thread/messages.js'
import type { SocketQuestion } from '../../wire/trade/socket-question.js'

/** A `symbols` or `candles` request of a WebSocket. */
export type MarketQuestion = Extract<SocketQuestion, { readonly op: MarketOp }>
