import type { PricePts } from '../units.js'

/**
 * The price that a symbol shows for a quote. A fixed spread of more than 0 points is based on the
 * bid: `bid + balance`, and the ask `spread` above it.
 */
export function bidWithSpread(bid: PricePts, spread: number, balance: number): PricePts {
  return spread === 0 ? bid : bid + balance
}

/** `shown` is the bid that the symbol shows. Only a symbol without a fixed spread uses `ask`. */
export function askWithSpread<Ask extends PricePts | undefined>(
  ask: Ask,
  shown: PricePts,
  spread: number,
): Ask | PricePts {
  return spread === 0 ? ask : shown + spread
}
