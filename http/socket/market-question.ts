import type { MarketOp, SocketQuestion } from '../../wire/thread/messages.js'

/** `symbols` and `candles` as a live socket asked for them. */
export type MarketQuestion = Extract<SocketQuestion, { readonly op: MarketOp }>
