import { oldRequestKeyHash } from '../../engine/numbers/request-key-hash.js'
import { KeyPack } from '../sqlite/key-pack.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'

/**
 * Request keys: one row per batch of the projector and shard instead of one per order. It stores
 * only a hash of each key, which finds the record with the key.
 */
export const requestKeyBatches: Migration = {
  number: 9,
  name: 'request key batches',
  sql: `
CREATE TABLE request_key_batches (
  last_seq  INTEGER PRIMARY KEY,
  shard     INTEGER NOT NULL,
  newest_at INTEGER NOT NULL,
  keys      BLOB NOT NULL
) STRICT;
`,
  convert,
}

const BLOCK_ROWS = 4_096

type Row = [seq: number, login: number, key: string, at: number]

function convert(db: Sqlite): void {
  const shards = Number(
    db.prepare("SELECT value FROM meta WHERE name = 'shards'").pluck().get() ?? 1,
  )
  const select = db
    .prepare<[number, number, number], Row>(
      `SELECT seq, login, key, at FROM request_keys WHERE seq > ? AND login % ? = ?
       ORDER BY seq LIMIT ${BLOCK_ROWS}`,
    )
    .raw()
  const insert = db.prepare('INSERT INTO request_key_batches VALUES (?, ?, ?, ?)')
  for (let shard = 0; shard < shards; shard++) {
    for (let after = 0, rows = select.all(after, shards, shard); rows.length > 0; ) {
      const pack = new KeyPack()
      for (const [seq, login, key, at] of rows) pack.add(oldRequestKeyHash(login, key), seq, at)
      insert.run(pack.lastSeq, shard, pack.newestAt, pack.bytes())
      after = pack.lastSeq
      rows = select.all(after, shards, shard)
    }
  }
  db.exec('DROP TABLE request_keys')
}
