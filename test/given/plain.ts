import type { DealEvent, PositionEvent } from '../../engine/account/event.js'
import type {
  ChangeRequest,
  CloseRequest,
  OpenRequest,
  PlaceRequest,
  StopsRequest,
} from '../../engine/account/request.js'

/** The fields that most deals, positions and requests have nothing in. */
export const PLAIN_DEAL = {
  volumeClosed: 0,
  commissionDue: 0,
  dealer: 0,
  externalId: '',
  clientOrderId: '',
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

const PLAIN_PROTECTION = { stopLoss: '', takeProfit: '', trailingPts: undefined } as const
const PLAIN_ASKED = { comment: '', reason: 'client', dealer: 0 } as const

export const PLAIN_PLACE = {
  triggerPrice: '',
  filling: '',
  ocoOrderId: 0,
  expiration: '',
  expiresAt: 0,
  ...PLAIN_PROTECTION,
  ...PLAIN_ASKED,
} as const satisfies Partial<PlaceRequest>

export const PLAIN_CHANGE = {
  price: '',
  triggerPrice: '',
  expiration: '',
  expiresAt: 0,
  ...PLAIN_PROTECTION,
  ...PLAIN_ASKED,
} as const satisfies Partial<ChangeRequest>

export const PLAIN_STOPS = {
  ...PLAIN_PROTECTION,
  ...PLAIN_ASKED,
} as const satisfies Partial<StopsRequest>
