import type { Login, UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'

/** The only SQL that names the request_keys table, which the projector alone writes. */

export const REQUEST_KEY_DAYS = 7
export const REQUEST_KEY_MS = REQUEST_KEY_DAYS * 86_400_000

export type RequestKeyRow = [seq: number, login: number, key: string]

export function requestKeysRepo(db: Sqlite) {
  const upsertOne = db.prepare<[number, number, string, number]>(
    `INSERT INTO request_keys (seq, login, key, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (seq) DO NOTHING`,
  )
  const selectShard = db
    .prepare<[number, number, number], RequestKeyRow>(
      `SELECT seq, login, key FROM request_keys WHERE login % ? = ? AND at >= ? ORDER BY seq`,
    )
    .raw()
  const deleteOldest = db.prepare<[number, number]>(
    `DELETE FROM request_keys WHERE seq IN (SELECT seq FROM request_keys ORDER BY seq LIMIT ?)
       AND at < ?`,
  )
  return {
    add(seq: number, login: Login, key: string, at: UnixMs): void {
      upsertOne.run(seq, login, key, at)
    },
    /** Ordered by seq: of two uses of a key the newer comes later. */
    ofShard: (shard: number, shards: number, since: UnixMs): IterableIterator<RequestKeyRow> =>
      selectShard.iterate(shards, shard, since),
    /** Looks at the `most` oldest and deletes those before `before`; answers how many. */
    prune: (before: UnixMs, most: number): number => deleteOldest.run(most, before).changes,
  }
}
