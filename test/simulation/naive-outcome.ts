import type { AccountEvent } from '../../engine/account/event.js'
import type { Code } from '../../engine/code.js'

/** The outcome of a request, as the reference has it. */
export interface Outcome {
  readonly code: Code
  /** Ids that are given out by it are the places below. */
  readonly events: readonly AccountEvent[]
  /** The prices of a requote, which hold for a while. */
  readonly offer?: NaiveOffer
  /** True when all that it asks for is there already: without a key there is no record of it. */
  readonly isSame?: boolean
}

export interface NaiveOffer {
  readonly symbolId: number
  readonly side: 1 | -1
  /** No more than this. */
  readonly volume: number
  readonly bid: number
  readonly ask: number
  readonly at: number
}

export const NEW_ORDER = -1
export const NEW_DEAL = -2
export const SECOND_DEAL = -3

export function refused(code: Code): Outcome {
  return { code, events: [] }
}

/** Nothing is kept under the request's key: another attempt may fare otherwise. */
export function isPassing({ code }: Outcome): boolean {
  return code === 'trade.requote' || code === 'trade.price_changed'
}

/** `events` with the ids that `actual` gave out in the places of the new ones. */
export function withIds(
  events: readonly AccountEvent[],
  actual: readonly AccountEvent[],
): AccountEvent[] {
  const given = new Map<number, number>()
  for (const [i, event] of events.entries()) {
    const other = actual[i]
    if ('id' in event && event.id < 0 && other !== undefined && 'id' in other) {
      if (!given.has(event.id)) given.set(event.id, other.id)
    }
  }
  const known = (id: number): number => given.get(id) ?? id
  return events.map((event) => {
    if (event.type === 'order') {
      const { id, positionId, ocoOrderId } = event
      return {
        ...event,
        id: known(id),
        positionId: known(positionId),
        ocoOrderId: known(ocoOrderId),
      }
    }
    if (event.type === 'deal') {
      const { id, orderId, positionId } = event
      return {
        ...event,
        id: known(id),
        orderId: known(orderId),
        positionId: known(positionId),
      }
    }
    return event.type === 'position' ? { ...event, id: known(event.id) } : event
  })
}
