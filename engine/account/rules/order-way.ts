import type { Quote } from '../../book/prices.js'
import type { PricePts, UnixMs } from '../../units.js'
import type { OrderEvent } from '../event.js'

/**
 * What is known of an order that waits for a delay, a dealer or a provider, from when it came until it was decided: kept in
 * its row, since it ends in another turn than the one in which it came.
 *
 *   W1. Times are milliseconds with their microseconds; what is not known is left out.
 *   W2. What a provider's line says of an attempt takes the place of what the attempt before had.
 */
export interface OrderWay extends ProviderTimes {
  /** When the front had the request; left out of what the server does by itself. */
  readonly received?: UnixMs
  /** The market that it was decided by that it waits, as its account had it. */
  readonly bid?: PricePts
  readonly ask?: PricePts
}

/** When its gateway sent it, and when it heard of it first and of its first fill. */
export interface ProviderTimes {
  readonly sent?: UnixMs
  readonly acknowledged?: UnixMs
  readonly filled?: UnixMs
}

const NOTHING: OrderWay = {}

export function wayOf({ way }: Pick<OrderEvent, 'way'>): OrderWay {
  return way === '' ? NOTHING : (JSON.parse(way) as OrderWay)
}

/** The way of an order that begins to wait. `received` 0 is nobody's. */
export function wayFrom(received: UnixMs, quote: Pick<Quote, 'bid' | 'ask'> | undefined): string {
  const { bid, ask } = quote ?? {}
  return textOf({
    ...(received === 0 ? {} : { received: toMicros(received) }),
    ...(bid === undefined || ask === undefined ? {} : { bid, ask }),
  })
}

/** The order with what its gateway says of the attempt. */
export function withTimes(order: OrderEvent, times: ProviderTimes | undefined): OrderEvent {
  if (times === undefined) return order
  const { sent: _sent, acknowledged: _acknowledged, filled: _filled, ...kept } = wayOf(order)
  return { ...order, way: textOf({ ...kept, ...times }) }
}

function textOf(way: OrderWay): string {
  const text = JSON.stringify(way)
  return text === '{}' ? '' : text
}

/** A time to the microsecond. */
export function toMicros(at: UnixMs): UnixMs {
  return Math.round(at * 1000) / 1000
}
