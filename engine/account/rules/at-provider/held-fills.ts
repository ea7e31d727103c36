import { executionKey } from '../../../names/execution-key.js'
import type { PricePts, UnixMs, VolumeUnits } from '../../../units.js'
import type { OrderEvent } from '../../event.js'

/**
 * Fills that a provider has reported and that are not booked until staff decide about them: their price is far from the
 * market's, or the account could not count their money.
 *
 *   F1. They stand in the row of their order, and stay there once they are decided, until the order is sent anew: the
 *       row alone says what was held of an attempt, and what became of it.
 *   F2. An order with a held fill is `started`: it does not end, it keeps its margin, and nobody else acts on it. Its
 *       `volumeCurrent` has the held volume until that is booked, and is never less than what is held.
 *   F3. What the order has no room for is held in an order of its own, which reserves nothing.
 *   F4. The provider counts what is held, and what was refused: what it reports later is held against that.
 */
export const HELD_ACTIONS = ['confirm', 'book', 'refuse'] as const
/** Book it as it was reported, at another price, or not at all. */
export type HeldAction = (typeof HELD_ACTIONS)[number]

export const HELD_REASONS = ['price', 'money'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** A fill as it was reported. */
export interface GivenHeldFill {
  /** The order that the provider was sent, and under which attempt. */
  readonly order: number
  readonly attempt: number
  /** The provider's name of the execution, and of the order. */
  readonly execution: string
  readonly external: string
  readonly volume: VolumeUnits
  /** The price as the account's deals have it. */
  readonly price: PricePts
  /** The market that it was compared with; 0 is none. */
  readonly bid: PricePts
  readonly ask: PricePts
  readonly why: HeldReason
  readonly at: UnixMs
}

export interface HeldDecision {
  readonly action: HeldAction
  readonly at: UnixMs
  /** Login of the staff who decided. */
  readonly by: number
  /** The price that it was booked at; 0 is none. */
  readonly price: PricePts
  readonly reason: string
  /** The id of the request: a repeat of it is no other decision. Empty is none. */
  readonly key: string
}

export interface HeldFill extends GivenHeldFill {
  /** The version of its order's row that held it first. */
  readonly number: number
  readonly decision: HeldDecision | null
}

/** Held fills of one attempt of an order; what comes beyond is held in orders of its own. */
export const HELD_PER_ORDER_MAX = 32

export function heldFillsOf({ heldFills }: Pick<OrderEvent, 'heldFills'>): readonly HeldFill[] {
  return heldFills === '' ? [] : (JSON.parse(heldFills) as HeldFill[])
}

/** Held fills that nobody has decided about. */
export function openFills(order: Pick<OrderEvent, 'heldFills'>): readonly HeldFill[] {
  return heldFillsOf(order).filter(({ decision }) => decision === null)
}

export function hasOpenFills(order: Pick<OrderEvent, 'heldFills'>): boolean {
  return order.heldFills !== '' && openFills(order).length > 0
}

/** The volume that a fill may still take of it (F2). */
export function roomOf(order: OrderEvent): VolumeUnits {
  return openFills(order).reduce((room, { volume }) => room - volume, order.volumeCurrent)
}

/** The staff's words with which a fill of it was refused; undefined where none was. */
export function refusedFill(order: Pick<OrderEvent, 'heldFills'>): string | undefined {
  return heldFillsOf(order).find(({ decision }) => decision?.action === 'refuse')?.decision?.reason
}

/** The keys under which a record with the row is found by the executions that it holds, or has held. */
export function heldKeys(order: Pick<OrderEvent, 'heldFills'>): readonly string[] {
  return heldFillsOf(order).map((fill) => executionKey(fill.order, fill.execution))
}

/** Its row, with one more. */
export function withHeld(order: OrderEvent, given: GivenHeldFill): OrderEvent {
  const version = order.version + 1
  const held: HeldFill = { ...given, number: version, decision: null }
  const heldFills = JSON.stringify([...heldFillsOf(order), held])
  return { ...order, state: 'started', heldFills, version }
}

/** Its fills with one of them decided; the row is otherwise as it was. */
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

/** Volume, and sum of volume x price. */
export interface Counted {
  readonly volume: VolumeUnits
  readonly value: bigint
}

export const NOTHING_COUNTED: Counted = { volume: 0, value: 0n }

export function countedTogether(a: Counted, b: Counted): Counted {
  return { volume: a.volume + b.volume, value: a.value + b.value }
}

/** The part of fills that their provider counts and no deal tells (F4). */
export function countedHeld(fills: readonly HeldFill[]): Counted {
  return fills.map(countedFill).reduce(countedTogether, NOTHING_COUNTED)
}

function countedFill({ volume, price, decision }: HeldFill): Counted {
  if (decision === null || decision.action === 'refuse') {
    return { volume, value: BigInt(volume) * BigInt(price) }
  }
  return { volume: 0, value: BigInt(volume) * BigInt(price - decision.price) }
}
