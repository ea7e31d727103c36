import type { OrderEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Cell } from '../../sqlite/appended-rows.js'
import type { Sqlite } from '../../sqlite/open.js'
import { conditions, type OpenFilter } from './open-filter.js'
import {
  type OrderRow,
  orderFromRow,
  PLAIN_COLUMNS,
  setPlainValues,
  TERM_COLUMNS,
  termValues,
} from './order-row.js'

/** The only SQL that names the open_orders table: orders that rest. The projector alone writes it. */
export function openOrdersRepo(db: Sqlite) {
  const columns = [...PLAIN_COLUMNS, ...TERM_COLUMNS]
  const changing = columns.filter((name) => name !== 'id' && name !== 'login')
  const upsertOne = db.prepare<unknown[]>(
    `INSERT INTO open_orders (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
     ON CONFLICT (login, id) DO UPDATE SET
       ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  )
  const deleteOne = db.prepare<[number, number]>(
    'DELETE FROM open_orders WHERE login = ? AND id = ?',
  )
  const selectShard = db.prepare<[number, number], OrderRow>(
    'SELECT * FROM open_orders WHERE login % ? = ? ORDER BY login, id',
  )
  const plain: Cell[] = PLAIN_COLUMNS.map(() => 0)
  const selectIds = db.prepare<[string], OrderRow>(
    `SELECT * FROM open_orders WHERE id IN (SELECT value FROM json_each(?)) ORDER BY login, id`,
  )
  return {
    /** Orders of all accounts, by login and id. */
    page(filter: OpenFilter, offset: number, limit: number): [Login, OrderEvent][] {
      const { where, values } = conditions(filter)
      const sql = `SELECT * FROM open_orders ${where} ORDER BY login, id LIMIT ? OFFSET ?`
      const rows = db.prepare<unknown[], OrderRow>(sql).all(...values, limit, offset)
      return rows.map((row) => [row.login, orderFromRow(row)])
    },
    /** Orders with these ids that rest, by login and id. */
    ofIds: (ids: readonly number[]): [Login, OrderEvent][] =>
      selectIds.all(JSON.stringify(ids)).map((row) => [row.login, orderFromRow(row)]),
    countMatching(filter: OpenFilter): number {
      const { where, values } = conditions(filter)
      const count = db.prepare<unknown[], number>(`SELECT count(*) FROM open_orders ${where}`)
      return count.pluck().get(...values) as number
    },
    upsert(login: Login, order: OrderEvent): void {
      setPlainValues(plain, login, order)
      upsertOne.run(...plain, ...termValues(order))
    },
    /** False when it is not there. */
    remove: (login: Login, id: number): boolean => deleteOne.run(login, id).changes === 1,
    /** Ordered by login and id. */
    *ofShard(shard: number, shards: number): Generator<[Login, OrderEvent]> {
      for (const row of selectShard.iterate(shards, shard)) yield [row.login, orderFromRow(row)]
    },
  }
}
