import type { Login, UnixMs } from '../../../engine/units.js'
import {
  type FoundTimes,
  type NumberIn,
  type TurnPack,
  type TurnTimes,
  timesIn,
  unpackTurns,
} from '../../../wire/record/turn-times.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the turn_times table. Only the projector writes it: one row for the turns
 * of a shard in a batch. Each row has the number of shards at that time, because a reshard moves
 * accounts to other shards.
 */
export const turnTimesRepo = perDatabase((db: Sqlite) => {
  const insertOne = db.prepare<[number, number, number, number, number, Uint8Array]>(
    'INSERT INTO turn_times (last_seq, shard, shards, first_at, last_at, turns) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const sql = new Sql(db)
  return {
    add(pack: TurnPack): void {
      insertOne.run(pack.lastSeq, pack.shard, pack.shards, pack.firstAt, pack.lastAt, pack.bytes())
    },
    /** The different numbers of shards under which turns were stored. */
    shardings: (): readonly number[] =>
      sql.all<{ shards: number }>`SELECT DISTINCT shards FROM turn_times`.map(
        ({ shards }) => shards,
      ),
    /** The rows of a shard with turns at that moment, in order. */
    at: (shards: number, shard: number, at: UnixMs) =>
      sql.all<StoredTurns>`SELECT last_seq, first_at, last_at, turns FROM turn_times
        WHERE shards = ${shards} AND shard = ${shard} AND last_at >= ${at} AND first_at <= ${at}
        ORDER BY last_at LIMIT ${ROWS_MAX}`,
  }
})

/**
 * Maximum number of batches that share a moment: one that ends in it, those within, and the next.
 */
const ROWS_MAX = 16

interface StoredTurns {
  readonly last_seq: number
  readonly first_at: UnixMs
  readonly last_at: UnixMs
  readonly turns: Uint8Array
}

/**
 * Looks up times within one snapshot. Caches the last rows, because neighbouring trades need the
 * same ones.
 */
export class TurnTimesReader {
  readonly #repo: ReturnType<typeof turnTimesRepo>
  #shardings: readonly number[] | undefined
  readonly #unpacked = new Map<number, readonly TurnTimes[]>()

  constructor(db: Sqlite) {
    this.#repo = turnTimesRepo(db)
  }

  /** The times of an order or a deal that was created at that moment; undefined if unknown. */
  of(login: Login, at: UnixMs, number: NumberIn): FoundTimes | undefined {
    this.#shardings ??= this.#repo.shardings()
    for (const shards of this.#shardings) {
      for (const row of this.#repo.at(shards, login % shards, at)) {
        for (const turn of this.#turnsOf(row)) {
          const found = turn.at === at ? timesIn(turn, number) : undefined
          if (found !== undefined) return found
        }
      }
    }
    return undefined
  }

  #turnsOf({ last_seq, turns }: StoredTurns): readonly TurnTimes[] {
    const known = this.#unpacked.get(last_seq)
    if (known !== undefined) return known
    if (this.#unpacked.size >= KEPT_MAX) this.#unpacked.clear()
    const unpacked = unpackTurns(turns)
    this.#unpacked.set(last_seq, unpacked)
    return unpacked
  }
}

const KEPT_MAX = 64
