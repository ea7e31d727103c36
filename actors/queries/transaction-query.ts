import {
  gatewayTransactionsRepo,
  type KeptTransaction,
  type TransactionFilter,
} from '../../storage/repos/records/gateway-transactions.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'
import { BAD_PAGE, isPage } from './page.js'

/** The transactions of a gateway, newest first. */
export interface TransactionQueries {
  'gateway.transactions': {
    readonly request: TransactionRequest
    readonly answer: TransactionPage
  }
}

export interface TransactionRequest {
  readonly filter: TransactionFilter
  readonly limit: number
}

/**
 * `positionId` is the order's position, known once the order is done; 0 before that, or if it has
 * none.
 */
export interface ShownTransaction extends KeptTransaction {
  readonly positionId: number
}

export interface TransactionPage {
  readonly rows: readonly ShownTransaction[]
  /** True if older transactions also match. */
  readonly hasMore: boolean
}

export function transactionQueries(db: Sqlite): Handlers<TransactionQueries> {
  const transactions = gatewayTransactionsRepo(db)
  const orders = ordersRepo(db)
  return {
    'gateway.transactions': ({ filter, limit }) => {
      if (!isPage(1, limit)) return BAD_PAGE
      return inSnapshot(db, () => {
        const found = transactions.page(filter, limit + 1)
        const positions = new Map<number, number>()
        const rows = found.slice(0, limit).map((row) => {
          const { orderId } = row
          const known = positions.get(orderId)
          const positionId = known ?? orders.get(orderId)?.order.positionId ?? 0
          positions.set(orderId, positionId)
          return { ...row, positionId }
        })
        return accept({ rows, hasMore: found.length > limit })
      })
    },
  }
}
