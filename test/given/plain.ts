import type { DealEvent, PositionEvent } from '../../engine/account/event.js'
import type { CloseRequest, OpenRequest } from '../../engine/account/request.js'

/** What most deals, positions and requests have nothing in. */
export const PLAIN_DEAL = {
  volumeClosed: 0,
  commissionDue: 0,
  dealer: 0,
} as const satisfies Partial<DealEvent>

export const PLAIN_POSITION = {
  stopLoss: 0,
  takeProfit: 0,
  trailingPts: 0,
  openRest: 0,
  dealer: 0,
} as const satisfies Partial<PositionEvent>

export const PLAIN_OPEN = {
  filling: '',
  price: '',
  deviationPts: 0,
  quoteId: '',
  stopLoss: '',
  takeProfit: '',
  trailingPts: undefined,
  comment: '',
  reason: 'client',
  dealer: 0,
} as const satisfies Partial<OpenRequest>

export const PLAIN_CLOSE = {
  filling: '',
  price: '',
  deviationPts: 0,
  quoteId: '',
  comment: '',
  reason: 'client',
  dealer: 0,
} as const satisfies Partial<CloseRequest>
