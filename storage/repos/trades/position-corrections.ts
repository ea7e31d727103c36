import type { CorrectionEvent } from '../../../engine/account/event.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/** All SQL statements that read the position_corrections table. Only the projector writes it. */

/** The stored fields of a correction. Together with the deals they determine the position. */
export interface StoredCorrection
  extends Pick<CorrectionEvent, 'id' | 'volume' | 'priceOpen' | 'openRest'> {
  readonly login: Login
  readonly seq: number
}

type Row = [number, number, number, number, number, number]

export const CORRECTION_COLUMNS = 'login, seq, position_id, volume, price_open, open_rest'

export const positionCorrectionsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const selectOne = db
    .prepare<[number, number], Row>(
      `SELECT ${CORRECTION_COLUMNS} FROM position_corrections WHERE login = ? AND seq = ?`,
    )
    .raw()
  const selectBack = db
    .prepare<[number, number], Row>(
      `SELECT ${CORRECTION_COLUMNS} FROM position_corrections WHERE login = ? AND seq <= ? ORDER BY seq DESC`,
    )
    .raw()
  const selectShard = db
    .prepare<[number, number], Row>(
      `SELECT ${CORRECTION_COLUMNS} FROM position_corrections WHERE login % ? = ? ORDER BY login, seq`,
    )
    .raw()
  return {
    get(login: Login, seq: number): StoredCorrection | undefined {
      const row = selectOne.get(login, seq)
      return row === undefined ? undefined : fromRow(row)
    },
    /** The account's corrections up to its `seq`, newest first. */
    back: (login: Login, seq: number): StoredCorrection[] =>
      selectBack.all(login, seq).map(fromRow),
    *ofShard(shard: number, shards: number): Generator<StoredCorrection> {
      for (const row of selectShard.iterate(shards, shard)) yield fromRow(row)
    },
    countOfShard: (shard: number, shards: number): number =>
      sql.value<number>`SELECT count(*) FROM position_corrections WHERE login % ${shards} = ${shard}` as number,
  }
})

function fromRow([login, seq, id, volume, priceOpen, openRest]: Row): StoredCorrection {
  return { login, seq, id, volume, priceOpen, openRest }
}
