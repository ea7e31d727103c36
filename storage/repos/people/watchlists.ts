import type { Login } from '../../../engine/units.js'
import type { StoredWatchlist } from '../../../wire/stored/stored-watchlist.js'
import type { Sqlite } from '../../sqlite/open.js'
import { json, Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

type Row = Omit<StoredWatchlist, 'symbols'> & { readonly login: Login; readonly symbols: string }

/** All SQL statements for watchlists. They run synchronously, in the caller's transaction. */
export const watchlistsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** The watchlists of an account, oldest first. */
    of: (login: Login) =>
      sql.all<Row>`SELECT * FROM watchlists WHERE login = ${login} ORDER BY id`.map(fromRow),
    /**
     * A watchlist of this account; undefined if it does not exist or belongs to another account.
     */
    get(login: Login, id: number): StoredWatchlist | undefined {
      const row = sql.get<Row>`SELECT * FROM watchlists WHERE id = ${id} AND login = ${login}`
      return row && fromRow(row)
    },
    add(login: Login, list: Omit<StoredWatchlist, 'id'>): StoredWatchlist {
      const row = { login, ...list, symbols: json(list.symbols) }
      return { id: Number(sql.insert('watchlists', row)), ...list }
    },
    put: ({ id, name, symbols, updated_at }: StoredWatchlist) =>
      sql.run`UPDATE watchlists SET name = ${name}, symbols = ${json(symbols)}, updated_at = ${updated_at}
        WHERE id = ${id}`,
    /** Deletes a watchlist. False if the account has none with that id. */
    remove: (login: Login, id: number): boolean =>
      sql.run`DELETE FROM watchlists WHERE id = ${id} AND login = ${login}` === 1,
  }
})

function fromRow({ login: _, symbols, ...row }: Row): StoredWatchlist {
  return { ...row, symbols: JSON.parse(symbols) as number[] }
}
