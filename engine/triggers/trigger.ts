import type { Login, PricePts, Side } from '../units.js'

/** Kinds of what rests at a price and waits for the market. Numbered by place: only append. */
export const TRIGGER_KINDS = ['order', 'sl', 'tp', 'trailing'] as const
export type TriggerKind = (typeof TRIGGER_KINDS)[number]

/** The price of a trigger, and its side: at or below its level, or at or above. */
export type TriggerSide = 'bid_below' | 'ask_above' | 'bid_above' | 'ask_below'

/** A level of an order (by its own id) or of a position (by the position's). */
export interface Trigger {
  readonly login: Login
  readonly kind: TriggerKind
  readonly id: number
  readonly level: PricePts
}

/** A stop limit fires at its trigger price as a stop does, and then rests as a limit. */
export function sideOfOrder(side: Side, kind: 'limit' | 'stop' | 'stop_limit'): TriggerSide {
  if (kind === 'limit') return side === 1 ? 'ask_below' : 'bid_above'
  return side === 1 ? 'ask_above' : 'bid_below'
}

/** The level at which an order waits. */
export function levelOfOrder({
  kind,
  price,
  triggerPrice,
}: {
  readonly kind: string
  readonly price: PricePts
  readonly triggerPrice: PricePts
}): PricePts {
  return kind === 'stop_limit' ? triggerPrice : price
}

/** Longs close at the bid, shorts at the ask. */
export function sideOfStopLoss(side: Side): TriggerSide {
  return side === 1 ? 'bid_below' : 'ask_above'
}

export function sideOfTakeProfit(side: Side): TriggerSide {
  return side === 1 ? 'bid_above' : 'ask_below'
}

/** True if the market has reached a level. */
export function isAt(
  side: TriggerSide,
  level: PricePts,
  { bid, ask }: { readonly bid: PricePts; readonly ask: PricePts },
): boolean {
  switch (side) {
    case 'bid_below':
      return bid <= level
    case 'ask_above':
      return ask >= level
    case 'bid_above':
      return bid >= level
    case 'ask_below':
      return ask <= level
  }
}
