import type { Login, PricePts, Side } from '../units.js'

/** The kinds of levels that wait for the market. Stored by index, so only append. */
export const TRIGGER_KINDS = ['order', 'sl', 'tp', 'trailing'] as const
export type TriggerKind = (typeof TRIGGER_KINDS)[number]

/** The price that triggers, and the direction: at or below the level, or at or above it. */
export type TriggerSide = 'bid_below' | 'ask_above' | 'bid_above' | 'ask_below'

/** A level of an order, by the order's id, or of a position, by the position's id. */
export interface Trigger {
  readonly login: Login
  readonly kind: TriggerKind
  readonly id: number
  readonly level: PricePts
}

/** A stop limit triggers at its trigger price like a stop. Afterwards it waits as a limit. */
export function sideOfOrder(side: Side, kind: 'limit' | 'stop' | 'stop_limit'): TriggerSide {
  if (kind === 'limit') return side === 1 ? 'ask_below' : 'bid_above'
  return side === 1 ? 'ask_above' : 'bid_below'
}

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

/** The side of a stop loss: long positions close at the bid, short positions at the ask. */
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
