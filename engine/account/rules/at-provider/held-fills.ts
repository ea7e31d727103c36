import { executionKey } from '../../../names/execution-key.js'
import type { PricePts, UnixMs, VolumeUnits } from '../../../units.js'
import type { OrderEvent } from '../../event.js'

/**
 * Provider fills that are not booked until staff decide, because their price is far from the market
 * or the account's money could not be computed.
 *
 *   - They are stored in the row of their order, and stay there after the decision until the order
 *     is sent again. So the row shows the held fills of an attempt and their results.
 *   F2. An order with an undecided fill is `started`: it does not end, keeps its margin, and
 *       accepts no other change. Its `volumeCurrent` contains the held volume until it is booked,
 *       and is never less.
 *   - Volume beyond the order is held in a separate order, which reserves no margin.
 *   F4. The provider's totals include held and refused fills, so later reports are compared with
 *       totals that include them too.
 */
export const HELD_ACTIONS = ['confirm', 'book', 'refuse'] as const
/** Book the fill as reported, book it at another price, or refuse it. */
export type HeldAction = (typeof HELD_ACTIONS)[number]

export const HELD_REASONS = ['price', 'money'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

export interface GivenHeldFill {
  /** The id of the order that was sent to the provider, and its attempt. */
  readonly order: number
  readonly attempt: number
  /** The provider's ids of the execution and of the order. */
  readonly execution: string
  readonly external: string
  readonly volume: VolumeUnits
  /** The price in points of the account's deals. */
  readonly price: PricePts
  /** The market that the price was compared with; 0 if there was none. */
  readonly bid: PricePts
  readonly ask: PricePts
  readonly why: HeldReason
  readonly at: UnixMs
}

export interface HeldDecision {
  readonly action: HeldAction
  readonly at: UnixMs
  /** The login of the staff user who decided. */
  readonly by: number
  /** The price at which it was booked; 0 if it was not booked. */
  readonly price: PricePts
  readonly reason: string
  /** The id of the request, which identifies repeats; empty for none. */
  readonly key: string
}

export interface HeldFill extends GivenHeldFill {
  /** The version of the order's row in which the fill first appeared. */
  readonly number: number
  readonly decision: HeldDecision | null
}

/**
 * Maximum number of held fills of one attempt of an order; further fills are held in separate
 * orders.
 */
export const HELD_PER_ORDER_MAX = 32

export function heldFillsOf({ heldFills }: Pick<OrderEvent, 'heldFills'>): readonly HeldFill[] {
  return heldFills === '' ? [] : (JSON.parse(heldFills) as HeldFill[])
}

/** The held fills that staff have not decided yet. */
export function openFills(order: Pick<OrderEvent, 'heldFills'>): readonly HeldFill[] {
  return heldFillsOf(order).filter(({ decision }) => decision === null)
}

export function hasOpenFills(order: Pick<OrderEvent, 'heldFills'>): boolean {
  return order.heldFills !== '' && openFills(order).length > 0
}

/** The volume that further fills of the order may take (F2). */
export function roomOf(order: OrderEvent): VolumeUnits {
  return openFills(order).reduce((room, { volume }) => room - volume, order.volumeCurrent)
}

/** The reason that staff gave for refusing a fill of the order; undefined if they refused none. */
export function refusedFill(order: Pick<OrderEvent, 'heldFills'>): string | undefined {
  return heldFillsOf(order).find(({ decision }) => decision?.action === 'refuse')?.decision?.reason
}

/**
 * The record keys of all executions that the order holds or held, so that a repeated execution is
 * found.
 */
export function heldKeys(order: Pick<OrderEvent, 'heldFills'>): readonly string[] {
  return heldFillsOf(order).map((fill) => executionKey(fill.order, fill.execution))
}

/** The order's row with one more held fill. */
export function withHeld(order: OrderEvent, given: GivenHeldFill): OrderEvent {
  const version = order.version + 1
  const held: HeldFill = { ...given, number: version, decision: null }
  const heldFills = JSON.stringify([...heldFillsOf(order), held])
  return { ...order, state: 'started', heldFills, version }
}

/** The order's row with a decision about one of its fills; otherwise unchanged. */
export function withDecision(
  order: OrderEvent,
  number: number,
  decision: HeldDecision,
): OrderEvent {
  const fills = heldFillsOf(order).map((fill) =>
    fill.number === number ? { ...fill, decision } : fill,
  )
  return { ...order, heldFills: JSON.stringify(fills) }
}

/** A volume, and its sum of volume x price. */
export interface VolumeAndValue {
  readonly volume: VolumeUnits
  readonly value: bigint
}

export const NO_VOLUME: VolumeAndValue = { volume: 0, value: 0n }

export function countedTogether(a: VolumeAndValue, b: VolumeAndValue): VolumeAndValue {
  return { volume: a.volume + b.volume, value: a.value + b.value }
}

/** The part of the fills that the provider counts but no deal contains (F4). */
export function countedHeld(fills: readonly HeldFill[]): VolumeAndValue {
  return fills.map(countedFill).reduce(countedTogether, NO_VOLUME)
}

function countedFill({ volume, price, decision }: HeldFill): VolumeAndValue {
  if (decision === null || decision.action === 'refuse') {
    return { volume, value: BigInt(volume) * BigInt(price) }
  }
  return { volume: 0, value: BigInt(volume) * BigInt(price - decision.price) }
}
