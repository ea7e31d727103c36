import { grouped, groupedLots } from '../numbers.js'
import { words } from './words.js'

/** The type of an order as text. */
export function kindWords(kind: string): string {
  const { ticket } = words.value
  if (kind === 'limit' || kind === 'stop' || kind === 'stop_limit' || kind === 'market')
    return ticket[kind]
  return kind
}

interface NamedOrder {
  readonly side: 'buy' | 'sell'
  readonly kind: string
  readonly volume_current: string
  readonly symbol: string
  readonly price?: string | null | undefined
  readonly trigger_price?: string | null | undefined
}

/**
 * An order as text, such as `Buy Limit 0.10 EURUSD at 1.15374`. A stop limit order also names its
 * trigger price.
 */
export function orderWords(order: NamedOrder): string {
  const { side, kind, volume_current, symbol } = order
  const { sides, ticket, trade } = words.value
  const what = ticket.place({
    side: sides[side],
    kind: kindWords(kind),
    what: `${groupedLots(volume_current)} ${symbol}`,
  })
  const at = pricesWords(order)
  return at === '' ? what : `${what} ${trade.at({ price: at })}`
}

/** The price of an order; for a stop limit order after its trigger price. */
export function pricesWords({ price, trigger_price: trigger }: Partial<NamedOrder>): string {
  if (price === undefined || price === null) return ''
  const own = grouped(price)
  return trigger === undefined || trigger === null ? own : `${grouped(trigger)} → ${own}`
}
