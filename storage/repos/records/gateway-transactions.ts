import type { Login, UnixMs } from '../../../engine/units.js'
import type { GatewayTransaction, TransactionKind } from '../../../wire/thread/provider-records.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import { loginsInGroups } from '../accounts/accounts.js'

/**
 * All SQL statements that read the transactions of gateways. Each gateway numbers its rows from 1,
 * in the order in which they were stored.
 */
export interface TransactionFilter {
  readonly gateway: number
  /** The first and last time, both inclusive. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly login?: Login
  readonly orderId?: number
  /** The name of our symbol, ignoring case. */
  readonly symbol?: string
  readonly kind?: TransactionKind
  readonly state?: string
  /** The upper bound of the numbers, for the next page. */
  readonly before?: number
  /**
   * The accounts whose rows the reader may see: those of these groups, or also deleted ones;
   * undefined for all accounts.
   */
  readonly accounts?: { readonly groups: readonly string[]; readonly gone: boolean }
}

/** A transaction as it is stored. */
export interface KeptTransaction extends Omit<GatewayTransaction, 'gateway'> {
  readonly n: number
}

interface Row {
  readonly n: number
  readonly at: UnixMs
  readonly kind: TransactionKind
  readonly state: GatewayTransaction['state']
  readonly login: Login
  readonly order_id: number
  readonly sent_id: string
  readonly symbol: string
  readonly source: string
  readonly side: 'buy' | 'sell'
  readonly volume: string
  readonly price: string
  readonly quantity: string
  readonly provider_price: string
  readonly total: string
  readonly average: string
  readonly external_id: string
  readonly execution: string
  readonly text: string
}

export const gatewayTransactionsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const filtered = new Statements(db)
  const firstOf = (gateway: number): number =>
    sql.value<number | null>`SELECT min(n) FROM gateway_transactions
      WHERE gateway = ${gateway}` ?? 0
  const gatewayAfter = (gateway: number): number | null =>
    sql.value<number | null>`SELECT min(gateway) FROM gateway_transactions
      WHERE gateway > ${gateway}` ?? null
  const removeBefore = (gateway: number, n: number): number =>
    sql.run`DELETE FROM gateway_transactions WHERE gateway = ${gateway} AND n < ${n}`
  return {
    lastOf: (gateway: number): number =>
      sql.value<number | null>`SELECT max(n) FROM gateway_transactions
        WHERE gateway = ${gateway}` ?? 0,
    firstOf,
    *gateways(): Generator<number> {
      for (let id = gatewayAfter(0); id !== null; id = gatewayAfter(id)) yield id
    },
    /** Newest first. */
    page(filter: TransactionFilter, limit: number): KeptTransaction[] {
      const { parts, values } = condition(filter)
      const where = parts.join(' AND ')
      return filtered
        .of<Row>(`SELECT * FROM gateway_transactions WHERE ${where} ORDER BY n DESC LIMIT ?`)
        .all(...values, limit)
        .map(keptTransaction)
    },
    add(
      n: number,
      { orderId, sentId, providerPrice, externalId, ...row }: GatewayTransaction,
    ): void {
      sql.insert('gateway_transactions', {
        ...row,
        n,
        order_id: orderId,
        sent_id: sentId,
        provider_price: providerPrice,
        external_id: externalId,
      })
    },
    /** Deletes the rows below this number and returns their number. */
    removeBefore,
    /** Deletes up to `most` of the oldest rows from before the time. */
    removeOlder(gateway: number, than: UnixMs, most: number): number {
      const from = firstOf(gateway)
      if (from === 0) return 0
      const end = from + most
      const young = sql.value<number>`SELECT n FROM gateway_transactions
          WHERE gateway = ${gateway} AND n <= ${end - 1} AND at >= ${than} ORDER BY n LIMIT 1`
      return removeBefore(gateway, young ?? end)
    },
  }
})

function condition(filter: TransactionFilter): { parts: string[]; values: unknown[] } {
  const parts = ['gateway = ?']
  const values: unknown[] = [filter.gateway]
  const take = (sql: string, value: unknown): void => {
    if (value === undefined) return
    parts.push(sql)
    values.push(value)
  }
  const { from, to, login, orderId, symbol, kind, state, before, accounts } = filter
  take('n < ?', before)
  take('at >= ?', from)
  take('at <= ?', to)
  take('login = ?', login)
  take('order_id = ?', orderId)
  take('lower_case(symbol) = ?', symbol?.toLowerCase())
  take('kind = ?', kind)
  take('state = ?', state)
  if (accounts !== undefined) {
    const theirs = accounts.gone
      ? `login NOT IN (${loginsInGroups('not in')})`
      : `login IN (${loginsInGroups('in')})`
    take(theirs, JSON.stringify(accounts.groups))
  }
  return { parts, values }
}

function keptTransaction(row: Row): KeptTransaction {
  const { order_id, sent_id, provider_price, external_id, ...same } = row
  return {
    ...same,
    orderId: order_id,
    sentId: sent_id,
    providerPrice: provider_price,
    externalId: external_id,
  }
}
