import { assert } from '../../engine/assert.js'
import { type KeySecret, keySecretOf } from '../../engine/numbers/request-key-hash.js'
import type { Sqlite } from '../sqlite/open.js'
import { Sql } from '../sqlite/sql.js'
import { perDatabase } from '../sqlite/statements.js'

/** All SQL statements for the meta table. */
export type MetaName =
  | 'server_id'
  /** The result of the last weekly maintenance, as JSON. */
  | 'maintenance'
  | 'shards'
  /** The server version that started last. */
  | 'version'
  | 'seeded_at'
  /** `wanted` from the creation of the demo set until the demo trader has its password. */
  | 'demo_trader'
  /** A known text, encrypted with the directory's key (actors/desk/start/key-check.ts). */
  | 'sealed_text'
  /** The rights of a newer version that staff from older versions have received, once. */
  | 'rights_given'
  /** The time of the backup that this directory was restored from, until the first start. */
  | 'restored_from'
  /** The time up to which the logs were applied to the restored tables, until the first start. */
  | 'restored_up_to'
  /** The cluster whose databases store the logs; missing for a single node. */
  | 'cluster_id'
  /**
   * The newest change of the desk that both the cluster's log and these tables contain, with its
   * digest.
   */
  | 'desk_place'
  /** The newest comparison with the tables of following nodes (storage/repos/comparison.ts). */
  | 'comparison'
  /** The name of the logs since the last restore or reshard; missing before the first. */
  | 'log_timeline'
  /** The name of the event stream since the last restore; missing before the first. */
  | 'event_stream'
  /** The newest journal line that was made durable for an anchor. */
  | 'journal_synced'
  /** The seq of the record at which an operator accepted the journal. */
  | 'journal_accepted'
  /**
   * Exists if the tables belong to the logs of a reshard, which may not be in place yet
   * (storage/reshard/placing.ts).
   */
  | 'dealt_logs'
  /** The secret with which the server hashes request keys. */
  | 'request_key_secret'
  /**
   * The newest record projected before trade changes were stored, and the time of that, as JSON.
   */
  | 'trade_changes_from'
  /** The last stored batch of the links thread (wire/thread/provider-records.ts). */
  | 'provider_records'
  /** The last stored batch of refused requests, and the bytes of all stored rows. */
  | 'refused_requests'
  | 'refused_requests_bytes'
  /** The numbers of a FIX session on the node of that name. */
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
    /** The entries with this prefix: the rest of each name, and the value. */
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

/** The secret with which this data directory hashes request keys. */
export function requestKeySecretOf(db: Sqlite): KeySecret {
  const secret = metaRepo(db).get('request_key_secret')
  assert(secret !== undefined && /^[0-9a-f]{16}$/.test(secret), 'the tables have their key secret')
  return keySecretOf(secret)
}
