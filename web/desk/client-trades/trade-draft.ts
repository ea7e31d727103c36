import type { Schemas, Side } from '../../link/contract.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { type Expiry, expiryFields } from './expiry-fields.js'
import type { TradeBody } from './trade-check.js'

export type OrderType = Schemas['OpenOrderView']['kind']

/** The typed fields of a new order. */
export interface TradeDraft extends Expiry {
  readonly type: OrderType
  readonly symbol: string
  readonly side: Side
  readonly volume: string
  readonly price: string
  /** The trigger price of a stop limit order, at which the limit order is placed. */
  readonly trigger: string
  readonly stop: string
  readonly target: string
  readonly comment: string
}

export const EMPTY_DRAFT: TradeDraft = {
  type: 'market',
  symbol: '',
  side: 'buy',
  volume: '',
  price: '',
  trigger: '',
  stop: '',
  target: '',
  comment: '',
  expiration: 'gtc',
  until: '',
}

/** The order as a request; null while a field is missing or wrong. */
export function tradeOf(draft: TradeDraft): TradeBody | null {
  const common = commonOf(draft)
  if (common === null || draft.type === 'market') return common && { kind: 'open', ...common }
  const price = typedNumber(draft.price)
  const trigger = draft.type === 'stop_limit' ? typedNumber(draft.trigger) : undefined
  const expiry = expiryFields(draft)
  if (price === null || trigger === null || expiry === null) return null
  return {
    kind: 'place',
    ...common,
    order_kind: draft.type,
    price,
    ...(trigger === undefined ? {} : { trigger_price: trigger }),
    ...expiry,
  }
}

/** The order as a market order, to show figures while its price has not been typed. */
export function marketOf(draft: TradeDraft): TradeBody | null {
  const common = commonOf({ ...draft, stop: '', target: '' })
  return common && { kind: 'open', ...common }
}

function commonOf({ symbol, side, volume, stop, target, comment }: TradeDraft) {
  const lots = typedNumber(volume)
  const [stopLoss, takeProfit] = [stop, target].map((price) =>
    price.trim() === '' ? undefined : typedNumber(price),
  )
  if (symbol.trim() === '' || lots === null || !/[1-9]/.test(lots)) return null
  if (stopLoss === null || takeProfit === null) return null
  return {
    symbol: symbol.trim(),
    side,
    volume: lots,
    ...(stopLoss === undefined ? {} : { stop_loss: stopLoss }),
    ...(takeProfit === undefined ? {} : { take_profit: takeProfit }),
    ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
  }
}
