import { REQUEST_KEY_DAYS } from '../../../engine/limits/requests.js'
import type { UnixMs } from '../../../engine/units.js'
import { type KeyPack, unpackKeys } from '../../sqlite/key-pack.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * The only SQL that names the request_key_batches table, which the projector alone writes: the keys
 * of one shard in one batch are one row. `keyed` is 0 of rows from before hashes had a secret
 * (engine/numbers/request-key-hash.ts).
 */

export const REQUEST_KEY_MS = REQUEST_KEY_DAYS * 86_400_000

/** `isOld` says by which hash. */
export type StoredKey = (hash: number, seq: number, at: UnixMs, isOld: boolean) => void

export const requestKeysRepo = perDatabase((db: Sqlite) => {
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
    /** Ordered by seq: of two uses of a key the newer comes later. */
    ofShard(shard: number, since: UnixMs, use: StoredKey): void {
      for (const [keys, keyed] of selectShard.iterate(shard, since)) {
        unpackKeys(keys, (hash, seq, at) => {
          if (at >= since) use(hash, seq, at, keyed === 0)
        })
      }
    },
    /** Looks at the `most` oldest batches and deletes those before `before`; answers how many. */
    prune: (before: UnixMs, most: number): number => deleteOldest.run(most, before).changes,
  }
})
