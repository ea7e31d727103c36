import { type MarketSymbol, newest, ticksOf } from '../../state/market.js'
import { scaled, unscaled } from '../../text/numbers.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { nettedPosition } from '../ticket/netting.js'
import { defaultsOf } from '../ticket/symbol-defaults.js'
import type { TicketDraft } from '../ticket/ticket-draft.js'
import { ownPrice } from './ticket-request.js'

type Which = 'stop' | 'target'

/** The default stop distance in spreads, for a symbol without its own. */
const FIRST_SPREADS = 10n

/**
 * The initial value of an empty stop or target in the ticket: its price (null without a quote) and
 * its distance in points.
 */
interface FirstStop {
  readonly price: string | null
  readonly points: string
}

/**
 * Uses the symbol's own distance or ten spreads. The other level determines the side of the order;
 * without it, the position of a netting account; otherwise it is a buy.
 */
export function firstStop(symbol: MarketSymbol, draft: TicketDraft, which: Which): FirstStop {
  const { name, digits } = symbol
  const quote = newest(name)
  const [bid, ask] = [scaled(quote?.bid ?? '0', digits), scaled(quote?.ask ?? '0', digits)]
  const own = defaultsOf(name)[which]
  const { tick } = ticksOf(name)
  const spreads = FIRST_SPREADS * (ask - bid)
  const usual = spreads > tick ? spreads : FIRST_SPREADS * tick
  const points = /^[1-9]\d{0,5}$/.test(own) ? BigInt(own) : usual
  const typed = ownPrice(symbol, draft)
  if (quote === undefined && typed === null) return { price: null, points: String(points) }
  const isBuy = sideOf(symbol, draft, which, typed === null ? bid : scaled(typed, digits)) === 'buy'
  const from = typed === null ? (isBuy ? ask : bid) : scaled(typed, digits)
  const isBelow = isBuy === (which === 'stop')
  const price = (isBelow ? from - points : from + points) / tick
  return { price: price > 0n ? unscaled(price * tick, digits) : null, points: String(points) }
}

function sideOf(
  { name, digits }: MarketSymbol,
  draft: TicketDraft,
  which: Which,
  from: bigint,
): 'buy' | 'sell' {
  const other = typedNumber(which === 'stop' ? draft.target : draft.stop, digits)
  if (other === null) return nettedPosition(name)?.side ?? 'buy'
  const isAbove = scaled(other, digits) > from
  return isAbove === (which === 'stop') ? 'buy' : 'sell'
}
