import type { Code } from '../../../engine/code.js'
import type { Login, UnixMs } from '../../../engine/units.js'
import type { RefusedRequest } from '../../../wire/thread/refused-request.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

/** All SQL statements for refused requests. */
export interface RefusedFilter {
  readonly login: Login
  /** The first and last time, both inclusive. */
  readonly from?: UnixMs | undefined
  readonly to?: UnixMs | undefined
  readonly code?: string | undefined
}

export interface StoredRefusedRequest extends RefusedRequest {
  readonly id: number
  readonly login: Login
}

/** How many requests of a day have no row, by code. */
export interface RefusedCount {
  readonly code: Code
  readonly more: number
}

interface Row {
  readonly id: number
  readonly login: Login
  readonly row: string
}

export const refusedRequestsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const filtered = new Statements(db)
  return {
    add(login: Login, row: RefusedRequest): number {
      const text = JSON.stringify(row)
      const bytes = Buffer.byteLength(text)
      const { at, code, clientOrderId, requestId } = row
      sql.insert('refused_rows', {
        at,
        login,
        code,
        client_order_id: clientOrderId,
        request_id: requestId,
        bytes,
        row: text,
      })
      return bytes
    },
    /** Rows of an account on a day. */
    keptOn: (login: Login, day: number): number =>
      sql.value<number>`SELECT ifnull(sum(kept), 0) FROM refused_counts
        WHERE login = ${login} AND day = ${day}` ?? 0,
    count(login: Login, day: number, code: Code, kept: number, more: number): void {
      sql.run`INSERT INTO refused_counts (login, day, code, kept, more)
        VALUES (${login}, ${day}, ${code}, ${kept}, ${more})
        ON CONFLICT (login, day, code) DO UPDATE SET kept = kept + excluded.kept, more = more + excluded.more`
    },
    /** Newest first. */
    page(filter: RefusedFilter, limit: number, offset: number): StoredRefusedRequest[] {
      const { where, values } = condition(filter)
      return filtered
        .of<Row>(
          `SELECT id, login, row FROM refused_rows WHERE ${where} ORDER BY id DESC LIMIT ? OFFSET ?`,
        )
        .all(...values, limit, offset)
        .map(keptRefused)
    },
    total(filter: RefusedFilter): number {
      const { where, values } = condition(filter)
      const [found] = filtered
        .of<{ readonly n: number }>(`SELECT count(*) AS n FROM refused_rows WHERE ${where}`)
        .all(...values)
      return found?.n ?? 0
    },
    /** The number of an account's requests without a row on these days, both inclusive. */
    more: (login: Login, from: number, to: number): RefusedCount[] =>
      sql.all<RefusedCount>`SELECT code, sum(more) AS more FROM refused_counts
        WHERE login = ${login} AND day BETWEEN ${from} AND ${to} AND more > 0
        GROUP BY code ORDER BY code`,
    /** Requests with this id in either id column, newest first. */
    named: (id: string, limit: number): StoredRefusedRequest[] =>
      sql.all<Row>`SELECT id, login, row FROM refused_rows WHERE client_order_id = ${id}
          AND client_order_id != ''
        UNION SELECT id, login, row FROM refused_rows WHERE request_id = ${id} AND request_id != ''
        ORDER BY id DESC LIMIT ${limit}`.map(keptRefused),
    /**
     * Deletes up to `most` of the oldest rows from before a time. Returns their number and bytes.
     */
    removeOldest(most: number, than: UnixMs): { readonly count: number; readonly bytes: number } {
      const last = sql.get<{ readonly id: number | null; readonly bytes: number | null }>`
        SELECT max(id) AS id, sum(bytes) AS bytes FROM
          (SELECT id, bytes, at FROM refused_rows ORDER BY id LIMIT ${most}) WHERE at < ${than}`
      if (last?.id == null) return { count: 0, bytes: 0 }
      const count = sql.run`DELETE FROM refused_rows WHERE id <= ${last.id}`
      return { count, bytes: last.bytes ?? 0 }
    },
    removeCounts: (before: number, most: number): number =>
      sql.run`DELETE FROM refused_counts WHERE (login, day, code) IN
        (SELECT login, day, code FROM refused_counts WHERE day < ${before} LIMIT ${most})`,
  }
})

function condition({ login, from, to, code }: RefusedFilter): {
  readonly where: string
  readonly values: unknown[]
} {
  const parts = ['login = ?']
  const values: unknown[] = [login]
  const take = (sql: string, value: unknown): void => {
    if (value === undefined) return
    parts.push(sql)
    values.push(value)
  }
  take('at >= ?', from)
  take('at <= ?', to)
  take('code = ?', code)
  return { where: parts.join(' AND '), values }
}

function keptRefused({ id, login, row }: Row): StoredRefusedRequest {
  return { ...(JSON.parse(row) as RefusedRequest), id, login }
}
