import type { Login, Minor } from '../../engine/units.js'
import type { StoredAccountState } from '../../wire/stored-account.js'
import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the account_states table, which the projector alone writes. */

export type StateRow = [
  login: number,
  balance: number,
  credit: number,
  seq: number,
  recordSeq: number,
]

export function accountStatesRepo(db: Sqlite) {
  const upsert = db.prepare<[number, number, number, number, number, number]>(
    `INSERT INTO account_states (login, balance, credit, seq, record_seq) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (login) DO UPDATE SET balance = balance + excluded.balance,
       credit = credit + excluded.credit, seq = excluded.seq, record_seq = excluded.record_seq
     WHERE seq = ?`,
  )
  const columns = 'login, balance, credit, seq, record_seq'
  const selectOne = db
    .prepare<[number], StateRow>(`SELECT ${columns} FROM account_states WHERE login = ?`)
    .raw()
  const selectShard = db
    .prepare<[number, number], StateRow>(
      `SELECT ${columns} FROM account_states WHERE login % ? = ? ORDER BY login`,
    )
    .raw()
  return {
    /**
     * Adds what a run of records did to an account. False when the stored `seq` is not the one the
     * run begins at: a record is missing or applied twice.
     */
    add(
      login: Login,
      balance: Minor,
      credit: Minor,
      seqBefore: number,
      seqAfter: number,
      recordSeq: number,
    ): boolean {
      return upsert.run(login, balance, credit, seqAfter, recordSeq, seqBefore).changes === 1
    },
    get(login: Login): StoredAccountState | undefined {
      const row = selectOne.get(login)
      if (row === undefined) return undefined
      return { login: row[0], balance: row[1], credit: row[2], seq: row[3], recordSeq: row[4] }
    },
    /** Ordered by login. */
    ofShard: (shard: number, shards: number): IterableIterator<StateRow> =>
      selectShard.iterate(shards, shard),
  }
}
