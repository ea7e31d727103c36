import { REQUEST_KEY_DAYS } from '../../engine/limits.js'
import type { Login, UnixMs } from '../../engine/units.js'
import type { Sqlite } from '../sqlite/open.js'
import { blockSql, rowsInBlocks } from '../sqlite/row-blocks.js'

/** The only SQL that names the request_keys table, which the projector alone writes. */

export const REQUEST_KEY_MS = REQUEST_KEY_DAYS * 86_400_000

export type RequestKeyRow = [seq: number, login: number, key: string, at: number]

export function requestKeysRepo(db: Sqlite) {
  const upsertOne = db.prepare<[number, number, string, number]>(
    `INSERT INTO request_keys (seq, login, key, at) VALUES (?, ?, ?, ?)
     ON CONFLICT (seq) DO NOTHING`,
  )
  const columns = 'seq, login, key, at'
  const selectShard = db
    .prepare<[number, number, number, number], string>(
      blockSql(
        columns,
        `SELECT ${columns} FROM request_keys
         WHERE seq > ? AND login % ? = ? AND at >= ? ORDER BY seq`,
      ),
    )
    .pluck()
  const deleteOldest = db.prepare<[number, number]>(
    `DELETE FROM request_keys WHERE seq IN (SELECT seq FROM request_keys ORDER BY seq LIMIT ?)
       AND at < ?`,
  )
  return {
    add(seq: number, login: Login, key: string, at: UnixMs): void {
      upsertOne.run(seq, login, key, at)
    },
    /** Ordered by seq: of two uses of a key the newer comes later. */
    ofShard: (shard: number, shards: number, since: UnixMs): Generator<RequestKeyRow> =>
      rowsInBlocks<RequestKeyRow>((after) =>
        selectShard.get(after?.[0] ?? 0, shards, shard, since),
      ),
    /** Looks at the `most` oldest and deletes those before `before`; answers how many. */
    prune: (before: UnixMs, most: number): number => deleteOldest.run(most, before).changes,
  }
}
