import type { Login, UnixMs } from '../../../engine/units.js'
import type { GatewayTransaction, TransactionKind } from '../../../wire/thread/provider-records.js'
import type { Sqlite, Statement } from '../../sqlite/open.js'
import { loginsInGroups } from '../accounts/accounts.js'

/**
 * The only SQL that names the transactions of gateways. The rows of a gateway are numbered from 1 without an end, in the
 * order in which they were kept.
 */
export interface TransactionFilter {
  readonly gateway: number
  /** Times, both included. */
  readonly from?: UnixMs
  readonly to?: UnixMs
  readonly login?: Login
  readonly orderId?: number
  /** Our symbol, in any case. */
  readonly symbol?: string
  readonly kind?: TransactionKind
  readonly state?: string
  /** Rows with a smaller number. */
  readonly before?: number
  /** The accounts that the reader may see: those of these groups, or also those that are no more; left out it is all. */
  readonly accounts?: { readonly groups: readonly string[]; readonly gone: boolean }
}

/** A row as it is kept. */
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

export function gatewayTransactionsRepo(db: Sqlite) {
  const insert = db.prepare<unknown[]>(
    `INSERT INTO gateway_transactions (gateway, n, at, kind, state, login, order_id, sent_id, symbol, source,
       side, volume, price, quantity, provider_price, total, average, external_id, execution, text)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const last = db
    .prepare<[number], number | null>('SELECT max(n) FROM gateway_transactions WHERE gateway = ?')
    .pluck()
  const first = db
    .prepare<[number], number | null>('SELECT min(n) FROM gateway_transactions WHERE gateway = ?')
    .pluck()
  const gatewayAfter = db
    .prepare<[number], number | null>(
      'SELECT min(gateway) FROM gateway_transactions WHERE gateway > ?',
    )
    .pluck()
  const firstYoung = db
    .prepare<[number, number, number], number>(
      'SELECT n FROM gateway_transactions WHERE gateway = ? AND n <= ? AND at >= ? ORDER BY n LIMIT 1',
    )
    .pluck()
  const removeBefore = db.prepare<[number, number]>(
    'DELETE FROM gateway_transactions WHERE gateway = ? AND n < ?',
  )
  const statements = new Map<string, Statement<unknown[], Row>>()
  return {
    lastOf: (gateway: number): number => last.get(gateway) ?? 0,
    firstOf: (gateway: number): number => first.get(gateway) ?? 0,
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
      const from = first.get(gateway) ?? null
      if (from === null) return 0
      const end = from + most
      const young = firstYoung.get(gateway, end - 1, than)
      return removeBefore.run(gateway, young ?? end).changes
    },
    /** The gateways that have rows. */
    *gateways(): Generator<number> {
      for (let id = gatewayAfter.get(0) ?? null; id !== null; id = gatewayAfter.get(id) ?? null) {
        yield id
      }
    },
    /** Newest first. */
    page(filter: TransactionFilter, limit: number): KeptTransaction[] {
      const { parts, values } = condition(filter)
      const sql = `SELECT * FROM gateway_transactions
        WHERE ${parts.join(' AND ')} ORDER BY n DESC LIMIT ?`
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = db.prepare<unknown[], Row>(sql)
        statements.set(sql, statement)
      }
      return statement.all(...values, limit).map(keptTransaction)
    },
  }
}

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
