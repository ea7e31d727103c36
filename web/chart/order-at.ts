import { set } from '../settings/settings.js'
import { symbols } from '../state/market.js'
import { fieldText } from '../text/typed-numbers.js'
import { changeDraft, draftOf } from '../trader/ticket/ticket-draft.js'

/** The ticket gets the price; an order that is market alone becomes one that waits for it. */
export function orderAt(symbol: string, price: string, wanted?: 'limit' | 'stop'): void {
  const { kind } = draftOf(symbol)
  const kinds = symbols.value.get(symbol)?.order_kinds ?? []
  const waiting = kind === 'market' ? (kinds.includes('limit') ? 'limit' : 'stop') : kind
  set({ symbol })
  changeDraft(symbol, { kind: wanted ?? waiting, price: fieldText(price) })
}
