import type { Login, UnixMs } from '../../../engine/units.js'
import {
  CHANGE_FIELDS,
  CHANGED_BY,
  type ChangedBy,
  type ChangeField,
  type StoredChange,
} from '../../../wire/stored/stored-change.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql, sqlPart } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'
import { metaRepo } from '../meta.js'

/** All SQL statements that read the trade_changes table. Only the projector writes it. */

/** Changes of one position or order between two times, both inclusive. */
export interface ChangesOf {
  readonly id: number
  readonly ofOrder: boolean
  readonly from?: UnixMs
  readonly to?: UnixMs
}

interface Row {
  readonly id: number
  readonly of_order: number
  readonly seq: number
  readonly field: number
  readonly login: Login
  readonly at: UnixMs
  readonly old: number
  readonly new: number
  readonly by: number
  readonly actor: Login
  readonly client_order_id: string
  readonly request_id: string
}

const COLUMNS = sqlPart`id, of_order, seq, field, login, at, old, new, by, actor, client_order_id, request_id`
const END = Number.MAX_SAFE_INTEGER

export const tradeChangesRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** The changes, newest first; changes of one request are in the order of the fields. */
    page: ({ id, ofOrder, from = 0, to = END }: ChangesOf, offset: number, limit: number) =>
      sql.all<Row>`SELECT ${COLUMNS} FROM trade_changes
        WHERE id = ${id} AND of_order = ${ofOrder} AND at BETWEEN ${from} AND ${to}
        ORDER BY seq DESC, field LIMIT ${limit} OFFSET ${offset}`.map(fromRow),
    count: ({ id, ofOrder, from = 0, to = END }: ChangesOf): number =>
      sql.value<number>`SELECT count(*) FROM trade_changes
        WHERE id = ${id} AND of_order = ${ofOrder} AND at BETWEEN ${from} AND ${to}` as number,
    newest(id: number, ofOrder: boolean): StoredChange | undefined {
      const row = sql.get<Row>`SELECT ${COLUMNS} FROM trade_changes
        WHERE id = ${id} AND of_order = ${ofOrder} ORDER BY seq DESC, field DESC LIMIT 1`
      return row && fromRow(row)
    },
    get(id: number, ofOrder: boolean, seq: number, field: ChangeField): StoredChange | undefined {
      const row = sql.get<Row>`SELECT ${COLUMNS} FROM trade_changes
        WHERE id = ${id} AND of_order = ${ofOrder} AND seq = ${seq} AND field = ${CHANGE_FIELDS.indexOf(field)}`
      return row && fromRow(row)
    },
    countOfShard: (shard: number, shards: number): number =>
      sql.value<number>`SELECT count(*) FROM trade_changes WHERE login % ${shards} = ${shard}` as number,
    /** Yields nothing if the tables are a copy from before changes were stored. */
    *ofShard(shard: number, shards: number): Generator<StoredChange> {
      if (!hasTable(db)) return
      const rows = sql.iterate<Row>`SELECT ${COLUMNS} FROM trade_changes
        WHERE login % ${shards} = ${shard} ORDER BY id, of_order, seq, field`
      for (const row of rows) yield fromRow(row)
    },
    /**
     * The newest record that was projected before changes were stored, and its time; 0 if none was.
     */
    keptFrom(): { readonly seq: number; readonly at: UnixMs } {
      const [seq = 0, at = 0] = JSON.parse(
        metaRepo(db).get('trade_changes_from') ?? '[]',
      ) as number[]
      return { seq, at }
    },
  }
})

function hasTable(db: Sqlite): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'trade_changes'").get() !== undefined
}

function fromRow(row: Row): StoredChange {
  const { id, of_order, seq, field, login, at, old, by, actor, client_order_id, request_id } = row
  return {
    id,
    ofOrder: of_order === 1,
    seq,
    field: CHANGE_FIELDS[field] as ChangeField,
    login,
    at,
    old,
    new: row.new,
    by: CHANGED_BY[by] as ChangedBy,
    actor,
    clientOrderId: client_order_id,
    requestId: request_id,
  }
}
