import type { Quote } from '../../book/prices.js'
import type { PricePts, UnixMs } from '../../units.js'
import type { OrderEvent } from '../event.js'

/**
 * The way of an order to its decision, if it waited for a delay, a dealer or a provider. It is
 * stored in the order's row, because the wait ends in a later turn.
 *
 *   - Times are milliseconds with microseconds; unknown values are left out.
 *   - A provider's times of an attempt replace those of the attempt before.
 */
export interface OrderWay extends ProviderTimes {
  /** The time when the front received the request; undefined for the server's own actions. */
  readonly received?: UnixMs
  /** The account's market prices when the decision to wait was made. */
  readonly bid?: PricePts
  readonly ask?: PricePts
}

/**
 * The times when the gateway sent the order, received its first report, and received its first
 * fill.
 */
export interface ProviderTimes {
  readonly sent?: UnixMs
  readonly acknowledged?: UnixMs
  readonly filled?: UnixMs
}

const NOTHING: OrderWay = {}

export function wayOf({ way }: Pick<OrderEvent, 'way'>): OrderWay {
  return way === '' ? NOTHING : (JSON.parse(way) as OrderWay)
}

/** The start of a wait. `received` is 0 for the server's own actions. */
export function wayFrom(received: UnixMs, quote: Pick<Quote, 'bid' | 'ask'> | undefined): string {
  const { bid, ask } = quote ?? {}
  return textOf({
    ...(received === 0 ? {} : { received: toMicros(received) }),
    ...(bid === undefined || ask === undefined ? {} : { bid, ask }),
  })
}

/** The order with the gateway's times of the attempt. */
export function withTimes(order: OrderEvent, times: ProviderTimes | undefined): OrderEvent {
  if (times === undefined) return order
  const { sent: _sent, acknowledged: _acknowledged, filled: _filled, ...kept } = wayOf(order)
  return { ...order, way: textOf({ ...kept, ...times }) }
}

function textOf(way: OrderWay): string {
  const text = JSON.stringify(way)
  return text === '{}' ? '' : text
}

export function toMicros(at: UnixMs): UnixMs {
  return Math.round(at * 1000) / 1000
}
