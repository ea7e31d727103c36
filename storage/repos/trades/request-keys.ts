import { REQUEST_KEY_DAYS } from '../../../engine/limits/requests.js'
import type { UnixMs } from '../../../engine/units.js'
import { type KeyPack, unpackKeys } from '../../sqlite/key-pack.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements for the request_key_batches table. Only the projector writes it: one row for
 * the keys of a shard in a batch. `keyed` is 0 for rows from before hashes had a secret
 * (engine/numbers/request-key-hash.ts).
 */

export const REQUEST_KEY_MS = REQUEST_KEY_DAYS * 86_400_000

/** `isOld` is true for a hash without the secret. */
export type StoredKey = (hash: number, seq: number, at: UnixMs, isOld: boolean) => void

export interface StoredKeyBatch {
  readonly last_seq: number
  readonly shard: number
  readonly keys: Uint8Array
  readonly keyed: 0 | 1
}

export const requestKeysRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  const insertOne = db.prepare<[number, number, number, Uint8Array]>(
    'INSERT INTO request_key_batches (last_seq, shard, newest_at, keys, keyed) VALUES (?, ?, ?, ?, 1)',
  )
  const selectShard = db
    .prepare<[number, number], [keys: Uint8Array, keyed: number]>(
      `SELECT keys, keyed FROM request_key_batches WHERE shard = ? AND newest_at >= ?
       ORDER BY last_seq`,
    )
    .raw()
  const deleteOldest = db.prepare<[number, number]>(
    `DELETE FROM request_key_batches WHERE last_seq IN
       (SELECT last_seq FROM request_key_batches ORDER BY last_seq LIMIT ?) AND newest_at < ?`,
  )
  return {
    add(shard: number, pack: KeyPack): void {
      insertOne.run(pack.lastSeq, shard, pack.newestAt, pack.bytes())
    },
    /** The keys of a shard, ordered by seq. If a key was used twice, the later use comes last. */
    ofShard(shard: number, since: UnixMs, use: StoredKey): void {
      for (const [keys, keyed] of selectShard.iterate(shard, since)) {
        unpackKeys(keys, (hash, seq, at) => {
          if (at >= since) use(hash, seq, at, keyed === 0)
        })
      }
    },
    /** The next batch of any shard; undefined if there is none. */
    batchAfter: (lastSeq: number) =>
      sql.get<StoredKeyBatch>`SELECT last_seq, shard, keys, keyed FROM request_key_batches
        WHERE last_seq > ${lastSeq} ORDER BY last_seq LIMIT 1`,
    remove: (lastSeq: number) =>
      sql.run`DELETE FROM request_key_batches WHERE last_seq = ${lastSeq}`,
    /** Adds keys that were stored before. `isKeyed` tells whether their hashes use the secret. */
    addDealt(shard: number, pack: KeyPack, isKeyed: boolean): void {
      sql.run`INSERT INTO request_key_batches (last_seq, shard, newest_at, keys, keyed)
        VALUES (${pack.lastSeq}, ${shard}, ${pack.newestAt}, ${pack.bytes()}, ${isKeyed})`
    },
    /** The bytes of all keys. */
    bytes: (): number =>
      sql.value<number>`SELECT coalesce(sum(length(keys)), 0) FROM request_key_batches` as number,
    /**
     * Checks the `most` oldest batches, and deletes those before `before`. Returns their number.
     */
    prune: (before: UnixMs, most: number): number => deleteOldest.run(most, before).changes,
  }
})
