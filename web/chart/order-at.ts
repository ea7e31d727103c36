import { set } from '../settings/settings.js'
import { symbols } from '../state/market.js'
import { fieldText } from '../text/typed-numbers.js'
import { changeDraft, draftOf } from '../trader/ticket/ticket-draft.js'

/** Puts the price into the ticket. A market order becomes a pending order at this price. */
export function orderAt(symbol: string, price: string, wanted?: 'limit' | 'stop'): void {
  const { kind } = draftOf(symbol)
  const kinds = symbols.value.get(symbol)?.order_kinds ?? []
  const waiting = kind === 'market' ? (kinds.includes('limit') ? 'limit' : 'stop') : kind
  set({ symbol })
  changeDraft(symbol, { kind: wanted ?? waiting, price: fieldText(price) })
}
