import type { UnixMs } from '../../../engine/units.js'
import type { GatewayTransaction } from '../../../wire/thread/provider-records.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import { gatewayTransactionsRepo } from './gateway-transactions.js'

/** What changes the transactions of gateways. */
export const gatewayTransactionWrites = perDatabase((db: Sqlite) => {
  const kept = gatewayTransactionsRepo(db)
  const insert = db.prepare<unknown[]>(
    `INSERT INTO gateway_transactions (gateway, n, at, kind, state, login, order_id, sent_id, symbol, source,
       side, volume, price, quantity, provider_price, total, average, external_id, execution, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const firstYoung = db
    .prepare<[number, number, number], number>(
      'SELECT n FROM gateway_transactions WHERE gateway = ? AND n <= ? AND at >= ? ORDER BY n LIMIT 1',
    )
    .pluck()
  const removeBefore = db.prepare<[number, number]>(
    'DELETE FROM gateway_transactions WHERE gateway = ? AND n < ?',
  )
  return {
    add(n: number, row: GatewayTransaction): void {
      const { gateway, at, kind, state, login, orderId, sentId, symbol, source, side } = row
      const { volume, price, quantity, providerPrice, total, average } = row
      const { externalId, execution, text } = row
      insert.run(
        gateway,
        n,
        at,
        kind,
        state,
        login,
        orderId,
        sentId,
        symbol,
        source,
        side,
        volume,
        price,
        quantity,
        providerPrice,
        total,
        average,
        externalId,
        execution,
        text,
      )
    },
    /** The rows below the number go; answers how many there were. */
    removeBefore: (gateway: number, n: number): number => removeBefore.run(gateway, n).changes,
    /** Of the oldest rows, `most` at most, those that are older than the time go. */
    removeOlder(gateway: number, than: UnixMs, most: number): number {
      const from = kept.firstOf(gateway)
      if (from === 0) return 0
      const end = from + most
      const young = firstYoung.get(gateway, end - 1, than)
      return removeBefore.run(gateway, young ?? end).changes
    },
  }
})
