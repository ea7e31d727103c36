import type { OrderEvent } from '../../../engine/account/event.js'
import { isApart } from '../../../engine/account/rules/at-provider/provider-fill.js'
import { restsAtProvider } from '../../../engine/account/rules/at-provider/resting-order.js'
import { isStarted } from '../../../engine/account/rules/at-provider/waiting.js'
import type { Account } from '../../../engine/account/state.js'
import type { AccountBooks } from '../books.js'
import type { HeldRequest } from './parked-requests.js'

/**
 * The requests that waited when the shard's previous thread ended, found by the orders that they
 * had started.
 */
export function* recoveredWaits(
  core: AccountBooks,
  withOrders: readonly Account[],
): Generator<HeldRequest> {
  for (const account of withOrders) {
    for (const order of account.orders.values()) {
      // The separate order of a held fill waits for staff and is at no provider.
      const isWaiting = isStarted(order) && !restsAtProvider(order) && !isApart(order)
      if (isWaiting) yield recovered(core, account, order)
    }
  }
}

/** The orders that rest at providers, with the key of the last request for each. */
export function* recoveredAtProvider(core: AccountBooks, withOrders: readonly Account[]) {
  for (const account of withOrders) {
    for (const order of account.orders.values()) {
      if (!restsAtProvider(order)) continue
      const key = order.asked === '' ? NO_ASKER : askingKeyOf(core, account, order)
      yield { account, order, key }
    }
  }
}

const NO_KEY = { requestKey: '', digest: 0 }
const NO_ASKER = { ...NO_KEY, isPlacing: false }

/**
 * The request of an order after a restart. It has no requester left to answer, but a provider can
 * report its result.
 */
function recovered(core: AccountBooks, account: Account, order: OrderEvent): HeldRequest {
  const { requestKey, digest } = keyOf(core, account, order)
  const { id, positionId, byPositionId, gatewayId, kind } = order
  const positions = [positionId, byPositionId, gatewayId === 0 ? 0 : id]
  return {
    id,
    account,
    requestKey,
    digest,
    isClients: requestKey !== '',
    touched: {
      positions: positions.filter((one) => one !== 0),
      orders: kind === 'market' ? [] : [id],
    },
    hasStarted: true,
    offer: undefined,
    worstPrice: undefined,
    asked: {},
    noteOf: undefined,
    tells: [],
  }
}

/**
 * The key of the request that last concerned the order, from the account's records. Later fills,
 * and the server's decision to cancel the order, have separate records.
 */
function askingKeyOf(core: AccountBooks, account: Account, order: OrderEvent) {
  const find = core.records.recordWalk()
  let key = NO_ASKER
  for (let seq = account.lastRecordSeq; seq !== 0; ) {
    const record = find(seq)
    if (record === undefined || record.at < order.createdAt) break
    const row = record.events.findLast((event) => event.type === 'order' && event.id === order.id)
    if (row?.type === 'order') {
      if (row.asked === '') break
      const { requestKey, requestDigest: digest } = record
      key = { requestKey, digest, isPlacing: row.asked === 'place' }
    }
    seq = record.previousSeq
  }
  return key
}

/** The key of the newest record of an order, found by reading the account's records backwards. */
function keyOf(core: AccountBooks, account: Account, order: OrderEvent) {
  const find = core.records.recordWalk()
  for (let seq = account.lastRecordSeq; seq !== 0; ) {
    const record = find(seq)
    if (record === undefined) break
    if (record.events.some((event) => event.type === 'order' && event.id === order.id)) {
      return { requestKey: record.requestKey, digest: record.requestDigest }
    }
    seq = record.previousSeq
  }
  return NO_KEY
}
