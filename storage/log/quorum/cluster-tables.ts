import type { Client } from 'pg'
import { LogError } from '../log.js'
import { DESK_LOG } from './log-database.js'

/**
 * Ensures that all nodes of a cluster have the same version of the tables: the number of migrations
 * (`storage/migrations/migrations.ts`).
 *
 *   - A program with another number neither follows nor becomes active, because rows of one version
 *     do not fit the tables of the other.
 *   - A newer program raises the number when it becomes active: while no other node is active, and
 *     before it runs those migrations itself. Its tables then have every change of the desk,
 *     because a change applies to the tables of its version.
 *   - A cluster that is older than this number has 0, which any node may raise.
 */
export interface OwnTables {
  /** The number of migrations that this program knows. */
  readonly steps: number
  /** The newest change of the desk in these tables. */
  readonly change: number
  readonly holder: string
}

const FOUND = `SELECT coalesce((to_jsonb(c) ->> 'table_steps')::int, 0) AS steps, l.holder, l.expires > clock_timestamp() AS is_held,
    coalesce((SELECT first_seq FROM log_entry WHERE shard = $1 AND first_seq > 0 ORDER BY n DESC LIMIT 1), 0)::float8 AS change
  FROM cluster c, shard_lease l WHERE l.shard = $1`
const HAS_NUMBER = 'ALTER TABLE cluster ADD COLUMN IF NOT EXISTS table_steps int NOT NULL DEFAULT 0'
const RAISE = `UPDATE cluster SET table_steps = $2 WHERE NOT EXISTS (SELECT 1 FROM shard_lease
  WHERE shard = $1 AND holder NOT IN ('', $3) AND expires > clock_timestamp())`

interface Found {
  readonly steps: number
  readonly holder: string
  readonly is_held: boolean
  readonly change: number
}

/**
 * Checks that this program may use the cluster, and throws a `LogError` if not. After any other
 * error the caller tries again.
 */
export async function agreeOnTables(client: Client, own: OwnTables): Promise<void> {
  const { rows } = await client.query<Found>(FOUND, [DESK_LOG])
  const [found] = rows
  if (found === undefined || found.steps === own.steps) return
  if (found.steps > own.steps) throw new LogError(OLDER)
  const isAtWork = found.is_held && found.holder !== '' && found.holder !== own.holder
  if (found.steps > 0) {
    if (isAtWork) throw new LogError(newer(found.holder))
    if (found.change > own.change) throw new LogError(lacking(found.change - own.change))
  }
  if (isAtWork) return
  await client.query(HAS_NUMBER)
  const { rowCount } = await client.query(RAISE, [DESK_LOG, own.steps, own.holder])
  if (rowCount === 0) throw new Error('another node became active meanwhile')
}

const OLDER =
  'the cluster is of a newer version of the server than this one: install that version here, and join from a new backup of the active node'

function newer(holder: string): string {
  return `${holder} is active with an older version of the server than this one: go back to that version here, or upgrade ${holder} first and join from a new backup of it`
}

function lacking(count: number): string {
  return `these tables lack ${count} changes that an older version of the server made: start that version here until it has them, or join from a new backup`
}
