import { assert } from '../../assert.js'
import { type PendingKind, sideOfPending } from '../../book/symbol-factors.js'
import type { PricePts, Rate, Side, VolumeUnits } from '../../units.js'
import type { OrderKind } from '../event.js'

/**
 * The pending orders of one symbol and kind, summed, so that computing their margin costs the same
 * for 1 and 10,000. The sums are integers, so removing an order restores exactly the former value.
 */
export interface PendingLeg {
  readonly kind: PendingKind
  readonly count: number
  readonly volume: VolumeUnits
  /** The sum of volume x price; for a stop limit, of its limit price. */
  readonly value: bigint
  /** The sum of volume x rate from margin currency to deposit currency at placement. */
  readonly rate: bigint
}

export type PendingLegs = readonly PendingLeg[]

/** The terms with which the margin of a pending order is computed. */
export interface PendingTerms {
  readonly kind: PendingKind
  readonly volume: VolumeUnits
  readonly price: PricePts
  readonly rateMargin: Rate
}

export function pendingKind(side: Side, orderKind: OrderKind): PendingKind {
  const way = side === 1 ? 'buy' : 'sell'
  return orderKind === 'market' ? way : `${way}_${orderKind}`
}

/**
 * Stops are always charged; limits and market orders of a netting account may offset each other.
 */
export function isLimit({ kind }: PendingLeg): boolean {
  return kind === 'buy_limit' || kind === 'sell_limit' || kind === 'buy' || kind === 'sell'
}

export function sideOfLeg({ kind }: PendingLeg): Side {
  return sideOfPending(kind)
}

export function withPending(legs: PendingLegs, order: PendingTerms): PendingLegs {
  return moved(legs, order, 1)
}

/** Removes an order with the values with which it was added. */
export function withoutPending(legs: PendingLegs, order: PendingTerms): PendingLegs {
  return moved(legs, order, -1)
}

function moved(legs: PendingLegs, order: PendingTerms, direction: 1 | -1): PendingLegs {
  const { kind } = order
  const held = legs.find((leg) => leg.kind === kind)
  const volume = direction * order.volume
  const leg: PendingLeg = {
    kind,
    count: (held?.count ?? 0) + direction,
    volume: (held?.volume ?? 0) + volume,
    value: (held?.value ?? 0n) + BigInt(volume) * BigInt(order.price),
    rate: (held?.rate ?? 0n) + BigInt(volume) * order.rateMargin,
  }
  assert(leg.count >= 0 && leg.volume >= 0, 'pending legs give back only what they took')
  const others = legs.filter((one) => one !== held)
  return leg.count === 0 ? others : [...others, leg]
}
