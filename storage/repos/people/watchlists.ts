import type { Login } from '../../../engine/units.js'
import type { StoredWatchlist } from '../../../wire/stored/stored-watchlist.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/** The only SQL that names watchlists. Synchronous; the caller owns the transaction. */
interface Row extends Omit<StoredWatchlist, 'symbols'> {
  readonly symbols: string
}

const COLUMNS = 'id, name, symbols, created_at, updated_at'

export const watchlistsRepo = perDatabase((db: Sqlite) => {
  const selectAll = db.prepare<[number], Row>(
    `SELECT ${COLUMNS} FROM watchlists WHERE login = ? ORDER BY id`,
  )
  const selectOne = db.prepare<[number, number], Row>(
    `SELECT ${COLUMNS} FROM watchlists WHERE id = ? AND login = ?`,
  )
  const insertOne = db
    .prepare<unknown[], number>(
      `INSERT INTO watchlists (login, name, symbols, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?) RETURNING id`,
    )
    .pluck()
  const updateOne = db.prepare<[string, string, number, number]>(
    'UPDATE watchlists SET name = ?, symbols = ?, updated_at = ? WHERE id = ?',
  )
  const deleteOne = db.prepare<[number, number]>(
    'DELETE FROM watchlists WHERE id = ? AND login = ?',
  )
  return {
    /** In the order in which they were made. */
    of: (login: Login): StoredWatchlist[] => selectAll.all(login).map(fromRow),
    /** Undefined where it is another account's, too. */
    get(login: Login, id: number): StoredWatchlist | undefined {
      const row = selectOne.get(id, login)
      return row === undefined ? undefined : fromRow(row)
    },
    add(login: Login, list: Omit<StoredWatchlist, 'id'>): StoredWatchlist {
      const { name, symbols, created_at, updated_at } = list
      const id = insertOne.get(login, name, JSON.stringify(symbols), created_at, updated_at)
      return { id: Number(id), ...list }
    },
    put({ id, name, symbols, updated_at }: StoredWatchlist): void {
      updateOne.run(name, JSON.stringify(symbols), updated_at, id)
    },
    /** False when the account has none of that id. */
    remove: (login: Login, id: number): boolean => deleteOne.run(id, login).changes === 1,
  }
})

function fromRow(row: Row): StoredWatchlist {
  return { ...row, symbols: JSON.parse(row.symbols) as number[] }
}
