import type { Client } from 'pg'
import { type NextNode, nextNodeIn, nextNodeText } from '../../../wire/stored/next-node.js'
import type { NodesReport } from '../../../wire/thread/quorum-messages.js'
import { type ClusterAddress, ClusterSession } from './cluster-session.js'
import { DESK_LOG, type Place } from './log-database.js'

/**
 * The following nodes, as each reports itself to the database about once a second, and the node
 * that should become active next.
 *
 *   - Nothing depends on a single report, which is repeated anyway, so no write waits for the
 *     quorum.
 *   - Ages use the database's clock, which is the same for all nodes.
 */

/**
 * How long reports are kept: as long as entries, because a node that is further behind cannot
 * continue.
 */
const FORGOTTEN = '1 day'

const SAY = `INSERT INTO follower (node, heard, behind, differing, lag)
  SELECT $1, clock_timestamp(), $2::bigint, $5, coalesce(max(extract(epoch FROM clock_timestamp() - e.at)), 0)
  FROM unnest($3::int[], $4::bigint[]) place (shard, n) JOIN log_entry e ON e.shard = place.shard AND e.n = place.n + 1
  ON CONFLICT (node) DO UPDATE SET heard = EXCLUDED.heard, behind = EXCLUDED.behind, differing = EXCLUDED.differing, lag = EXCLUDED.lag`
const NODES = `SELECT node, extract(epoch FROM clock_timestamp() - heard) AS heard_sec, behind, lag, differing FROM follower
  WHERE heard > clock_timestamp() - interval '${FORGOTTEN}'
    AND node <> (SELECT holder FROM shard_lease WHERE shard = ${DESK_LOG}) ORDER BY node`
const WANTED = `SELECT wanted FROM shard_lease WHERE shard = ${DESK_LOG}`
const WANT = `UPDATE shard_lease SET wanted = $1 WHERE shard = ${DESK_LOG} AND holder = $2`

/** The report of a following node. `places` are the places of its newest entries, by shard. */
export interface OwnFare {
  readonly node: string
  readonly behind: number
  /** See `StandbyNode`. */
  readonly differing: string
  readonly places: ReadonlyMap<number, Place['n']>
}

export async function readNodes(client: Client): Promise<NodesReport> {
  const [nodes, wanted] = [await client.query(NODES), await client.query(WANTED)]
  const following = nodes.rows.map(({ node, heard_sec, behind, lag, differing }) => ({
    node,
    heardSec: Number(heard_sec),
    behind: Number(behind),
    lagSec: Number(lag),
    differing,
  }))
  return { following, next: nextNodeIn(wanted.rows[0]?.wanted ?? '') }
}

/**
 * Requests that the active node gives its logs to another node, or withdraws that request. False if
 * the node is no longer active.
 */
export async function askFor(
  client: Client,
  next: NextNode | undefined,
  holder: string,
): Promise<boolean> {
  const wanted = next === undefined ? '' : nextNodeText(next)
  return (await client.query(WANT, [wanted, holder])).rowCount === 1
}

export class PostgresNodes {
  readonly #session: ClusterSession

  constructor(address: ClusterAddress) {
    this.#session = new ClusterSession(address)
  }

  say({ node, behind, differing, places }: OwnFare): Promise<void> {
    return this.#session.locally(async (client) => {
      await client.query(SAY, [node, behind, [...places.keys()], [...places.values()], differing])
    })
  }

  read(): Promise<NodesReport> {
    return this.#session.locally(readNodes)
  }

  close(): void {
    this.#session.close()
  }
}
