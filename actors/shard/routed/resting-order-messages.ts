import type { OrderEvent } from '../../../engine/account/event.js'
import { requestedTerms } from '../../../engine/account/rules/at-provider/resting-order.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import type { Book } from '../../../engine/book/compiled.js'
import { providerPrice, spreadDiffOf } from '../../../engine/book/group-prices.js'
import { type ProviderOrder, providerOrderId } from '../../../wire/thread/provider-messages.js'

/**
 * Pending orders as they are sent to gateways: at the provider's prices, without the markup of the
 * account's group.
 */

/** The order of its row, under the id that its provider knows. */
export function providerOrderOf(book: Book, account: Account, order: OrderEvent): ProviderOrder {
  const { id: orderId, symbolId, side, volumeInitial, kind, attempt } = order
  assert(kind !== 'market', 'a market order does not rest')
  const diff = spreadDiffOf(book, account, symbolId)
  return {
    id: providerOrderId({ login: account.login, orderId, attempt }),
    symbol_id: symbolId,
    side,
    volume: volumeInitial,
    limit: 0,
    filling: 'return',
    rest: {
      kind,
      price: providerPrice(order.price, side, diff, -1),
      trigger: providerPrice(order.triggerPrice, side, diff, -1),
      expires_at: order.expiresAt,
    },
  }
}

/**
 * The order with the requested terms, under the id that its provider knows until it has accepted
 * them.
 */
export function changedOrder(book: Book, account: Account, order: OrderEvent): ProviderOrder {
  const terms = requestedTerms(order)
  assert(terms !== undefined, 'a change is asked for')
  const { id: replaces } = providerOrderOf(book, account, order)
  return { ...providerOrderOf(book, account, { ...order, ...terms }), replaces }
}
