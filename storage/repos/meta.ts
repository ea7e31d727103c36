import { assert } from '../../engine/assert.js'
import { type KeySecret, keySecretOf } from '../../engine/numbers/request-key-hash.js'
import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/** The only SQL that names the meta table. */
export type MetaName =
  | 'server_id'
  /** The latest weekly maintenance, as JSON. */
  | 'maintenance'
  | 'shards'
  /** The version that started last. */
  | 'version'
  | 'seeded_at'
  /** `wanted` from the seed on, until the trader of the demo set has its password. */
  | 'demo_trader'
  /** A known text, sealed with the directory's key (actors/desk/start/key-check.ts). */
  | 'sealed_text'
  /** The rights of a later version that the staff of an older one were given, once. */
  | 'rights_given'
  /** The time of the backup that this directory was restored from, until the first start. */
  | 'restored_from'
  /** The time up to which the logs were applied to the restored tables, until the first start. */
  | 'restored_up_to'
  /** The cluster whose quorum of databases keeps the logs; absent for a single node. */
  | 'cluster_id'
  /** The newest change of the desk that the cluster's log has and these tables do, with its digest. */
  | 'desk_place'
  /** The newest comparison with the tables of nodes that follow (storage/repos/comparison.ts). */
  | 'comparison'
  /** Names the logs since the last restore or reshard; there is none before the first. */
  | 'log_timeline'
  /** Names the stream of events since the last restore; there is none before the first. */
  | 'event_stream'
  /** The newest line of the journal that was made durable to be anchored. */
  | 'journal_synced'
  /** The record at which an operator has accepted the journal. */
  | 'journal_accepted'
  /**
   * The tables belong to the logs of a reshard, which may not be in place yet
   * (storage/reshard/placing.ts).
   */
  | 'dealt_logs'
  /** Secret that request keys are hashed with. */
  | 'request_key_secret'
  /** The newest record projected before changes of trades were kept, and the time of then, as JSON. */
  | 'trade_changes_from'
  /** The last batch of the links thread that is kept (wire/thread/provider-records.ts). */
  | 'provider_records'
  /** The last batch of refused requests that is kept, and the bytes of all rows that are. */
  | 'refused_requests'
  | 'refused_requests_bytes'
  /** The numbers of a FIX session that a node keeps for itself, and its name. */
  | `fix_numbers_of_${string}`
  /** The last runs of a job of the schedule, as JSON (wire/stored/scheduled-runs.ts). */
  | `runs_of_${string}`

export const metaRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    get: (name: MetaName) => sql.value<string>`SELECT value FROM meta WHERE name = ${name}`,
    set(name: MetaName, value: string): void {
      sql.run`INSERT INTO meta (name, value) VALUES (${name}, ${value})
          ON CONFLICT (name) DO UPDATE SET value = excluded.value`
    },
    /** All entries whose names begin with this prefix: the rest of the name, and the value. */
    all: (prefix: 'fix_numbers_of_'): (readonly [string, string])[] =>
      sql.all<{ name: string; value: string }>`SELECT name, value FROM meta
          WHERE substr(name, 1, ${prefix.length}) = ${prefix} ORDER BY name`.map(
        ({ name, value }) => [name.slice(prefix.length), value] as const,
      ),
    remove(name: MetaName): void {
      sql.run`DELETE FROM meta WHERE name = ${name}`
    },
  }
})

/** Secret that this data directory hashes request keys with. */
export function requestKeySecretOf(db: Sqlite): KeySecret {
  const secret = metaRepo(db).get('request_key_secret')
  assert(secret !== undefined && /^[0-9a-f]{16}$/.test(secret), 'the tables have their key secret')
  return keySecretOf(secret)
}
