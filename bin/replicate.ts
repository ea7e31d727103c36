import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { becomeOf, leaveCluster } from '../actors/desk/cluster/membership.js'
import { rest, systemClock } from '../actors/thread/clock.js'
import { clusterId } from '../actors/thread/random.js'
import { readSettings, type Settings } from '../http/settings.js'
import { clusterOfBackup, joinFrom } from '../storage/backup/backup.js'
import type { LogEntry } from '../storage/log/log.js'
import { openLog } from '../storage/log/open.js'
import { isUntouched, type ShardState, shardStates } from '../storage/log/quorum/cluster-state.js'
import { beginningOf } from '../storage/log/quorum/log-beginning.js'
import { DESK_LOG } from '../storage/log/quorum/log-database.js'
import { differenceOf } from '../storage/log/quorum/postgres-database.js'
import { onPrimary } from '../storage/log/quorum/postgres-hosts.js'
import { askFor, readNodes } from '../storage/log/quorum/postgres-nodes.js'
import {
  type LogBeginning,
  makeCluster,
  readCluster,
} from '../storage/log/quorum/postgres-schema.js'
import { logDirectory, sqlitePath } from '../storage/paths.js'
import { deskPlaceRepo } from '../storage/repos/desk-place.js'
import { metaRepo } from '../storage/repos/meta.js'
import { areLogsPlaced } from '../storage/reshard/placing.js'
import { openAlone, type Sqlite } from '../storage/sqlite/open.js'
import { lastSeqOf } from '../wire/record/record.js'
import {
  FOLLOWS_SEC,
  LEFT_TO_NEWER_MS,
  STANDBY_BEHIND_MAX,
  type StandbyNode,
} from '../wire/thread/quorum-messages.js'
import { otherVersion } from './data-directory.js'
import { clusterStatus } from './replicate-status.js'
import { settingsOrFaults } from './settings-or-faults.js'
import { stoppedQuorum } from './stopped-quorum.js'

/**
 * `openfloor replicate …`: commands for a server whose logs are kept by a database quorum. Each
 * runs completely or can be repeated.
 */
const AS_IT_IS = '--as-it-is'
const NO_SETTINGS = 'set DATABASE_URL and NODE_NAME'

type ClusterNode = NonNullable<Settings['clusterNode']>

export async function replicateCommand(what: string, args: readonly string[]): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir, clusterNode } = settings
  try {
    if (what === 'leave') return await leave(settings, args.includes(AS_IT_IS))
    if (clusterNode === undefined) return failed(NO_SETTINGS)
    if (what === 'init') return await init(dataDir, clusterNode)
    if (what === 'join') return await join(dataDir, clusterNode, args)
    if (what === 'switch') return await switchTo(clusterNode, args)
    if (what === 'refill') return await refill(dataDir, clusterNode)
    return await clusterStatus(dataDir, clusterNode)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The database tables are created before the directory is marked. After an interruption the next
 * run finds them with this directory's id and no active node, and continues.
 */
async function init(dataDir: string, { url }: ClusterNode): Promise<number> {
  const db = openStopped(dataDir)
  if (typeof db === 'string') return failed(db)
  try {
    const [meta, owner] = [metaRepo(db), ownerIn(db)]
    const beginnings = await beginningsOf(dataDir, owner.shards)
    return await onPrimary(url, async ({ client }) => {
      const stored = meta.get('cluster_id')
      if (stored !== undefined) {
        const fault = differenceOf(await readCluster(client), { ...owner, id: stored })
        if (fault === undefined) return said(`nothing to do: it is of the cluster ${stored}`)
        return failed(`it is of the cluster ${stored} already, and the database is not: ${fault}`)
      }
      const id = clusterId()
      const made = await makeCluster(client, { ...owner, id }, beginnings)
      const fault = differenceOf(made, { ...owner, id: made.id })
      if (fault !== undefined) return failed(`the database is taken: ${fault}`)
      if (made.id !== id && !(await isUntouched(client, beginnings))) {
        return failed(
          `the database has the cluster ${made.id} of this server, which has gone on: name an empty one, or join it from a backup`,
        )
      }
      becomeOf(made.id, { db, dataDir, shards: owner.shards, clock: systemClock() })
      const shards = owner.shards === 1 ? 'log' : `${owner.shards} logs`
      return said(
        `${dataDir} is of the cluster ${made.id}: its ${shards} and its desk go on in the database`,
      )
    })
  } finally {
    db.close()
  }
}

/**
 * Recreates the databases from this directory after they have lost confirmed data. It is a new
 * cluster, so other nodes have to join from a new backup. After an interruption it can be repeated.
 */
async function refill(dataDir: string, { url }: ClusterNode): Promise<number> {
  const db = openStopped(dataDir)
  if (typeof db === 'string') return failed(db)
  try {
    const owner = ownerIn(db)
    if (metaRepo(db).get('cluster_id') === undefined) return failed('it is of no cluster')
    const beginnings = await beginningsOf(dataDir, owner.shards)
    const newest = new Map(beginnings.map(({ entries }, shard) => [shard, newestSeqIn(entries)]))
    newest.set(DESK_LOG, deskPlaceRepo(db).get().n)
    return await onPrimary(url, async ({ client }) => {
      const found = await readCluster(client).catch(() => undefined)
      if (found !== undefined && found.serverId !== owner.serverId) {
        return failed(`the database is of another server, ${found.serverId}`)
      }
      for (const state of found === undefined ? [] : await shardStates(client)) {
        if (state.leaseMs > 0) return failed(`${state.holder} is active: stop it first`)
        if (state.newestSeq > (newest.get(state.shard) ?? 0)) {
          return failed(`the database has what ${dataDir} lacks: start the server instead`)
        }
      }
      const id = clusterId()
      await makeCluster(client, { ...owner, id }, beginnings, true)
      becomeOf(id, { db, dataDir, shards: owner.shards, clock: systemClock() })
      return said(
        `the database has what ${dataDir} has, as the cluster ${id}: start it, and join other nodes from a new backup`,
      )
    })
  } finally {
    db.close()
  }
}

function newestSeqIn(entries: readonly LogEntry[]): number {
  const newest = entries.at(-1)
  return newest === undefined ? 0 : lastSeqOf(newest.bytes)
}

const SWITCH_MAX_MS = 60_000
const LOOK_EVERY_MS = 100
const NEWER_VERSION = '--anew'

/**
 * Asks the active node to finish its work and hand its logs to another node. With `--anew` that
 * node restarts when it has received everything, and becomes active.
 */
async function switchTo({ url }: ClusterNode, args: readonly string[]): Promise<number> {
  const restartsNode = args.includes(NEWER_VERSION)
  const names = args.filter((arg) => arg !== NEWER_VERSION)
  const [node] = names
  if (names.length !== 1 || node === undefined) {
    process.stderr.write('openfloor: name the node that is to work, like: replicate switch b\n')
    return 2
  }
  return onPrimary(url, async ({ client }) => {
    await readCluster(client)
    const deskState = async () =>
      (await shardStates(client)).find(({ shard }) => shard === DESK_LOG) as ShardState
    const { holder, leaseMs } = await deskState()
    if (holder === node && leaseMs > 0) return said(`nothing to do: ${node} is active`)
    if (holder === '' || leaseMs <= 0) return failed('no node is active: start one')
    const fault = faultOfStandby(node, (await readNodes(client)).following)
    if (fault !== undefined) return failed(fault)
    const clock = systemClock()
    const begun = clock.monotonic()
    const passed = () => clock.monotonic() - begun
    if (!(await askFor(client, { node, restartsNode }, holder))) {
      return failed('another node took the logs just now')
    }
    said(`${holder} does what it has, and gives its logs to ${node}`)
    if (restartsNode) said(`${node} ends when it has everything: its next start goes to work`)
    let isWithHolder = true
    while (passed() < (restartsNode ? LEFT_TO_NEWER_MS : SWITCH_MAX_MS)) {
      const { holder: now } = await deskState()
      isWithHolder = now === holder
      if (now === node) return said(`${node} has them after ${(passed() / 1000).toFixed(1)} s`)
      await rest(clock, LOOK_EVERY_MS)
    }
    await askFor(client, undefined, isWithHolder ? holder : '')
    return failed(`${node} did not take them in time: see openfloor replicate status`)
  })
}

function faultOfStandby(node: string, following: readonly StandbyNode[]): string | undefined {
  const found = following.find((one) => one.node === node)
  if (found === undefined || found.heardSec > FOLLOWS_SEC) {
    return `${node} does not follow: start it first, and see openfloor replicate status`
  }
  const { differing } = found
  if (differing !== '')
    return `tables of ${node} differ (${differing}): join it from a newer backup`
  if (found.behind <= STANDBY_BEHIND_MAX) return undefined
  return `${node} lacks ${found.behind} entries: wait until it has them`
}

/** The start of each log in the quorum. Opening a log first recovers the entries in its ring. */
async function beginningsOf(dataDir: string, shards: number): Promise<LogBeginning[]> {
  const beginnings: LogBeginning[] = []
  for (let shard = 0; shard < shards; shard++) {
    const log = openLog({
      directory: logDirectory(dataDir, shard),
      onTornTail: ({ why }) =>
        process.stderr.write(`openfloor: torn tail of shard ${shard} cut: ${why}\n`),
    })
    try {
      beginnings.push(beginningOf(log))
    } finally {
      await log.close()
    }
  }
  return beginnings
}

/**
 * Fetches what only the quorum has, which would otherwise be lost, unless the database is
 * permanently lost.
 */
async function leave(settings: Settings, isAsItIs: boolean): Promise<number> {
  const { dataDir, clusterNode } = settings
  const id = withStopped(dataDir, (db) => metaRepo(db).get('cluster_id'))
  if (id === undefined) return said('nothing to do: it is of no cluster')
  if (!isAsItIs && clusterNode === undefined) {
    return failed(
      `${NO_SETTINGS}: what the databases have is brought here first. Where they are lost for good, ${AS_IT_IS} goes on with what is here`,
    )
  }
  const quorum = isAsItIs ? undefined : await stoppedQuorum(settings)
  const left = withStopped(dataDir, (db) => {
    const { shards } = ownerIn(db)
    return leaveCluster(id, { db, dataDir, shards, clock: systemClock() }, quorum)
  })
  if (!left.ok) return failed(left.message)
  return said(
    `${dataDir} is of no cluster any more: start it without DATABASE_URL, and no other node of ${id} again`,
  )
}

async function join(
  dataDir: string,
  { url }: ClusterNode,
  args: readonly string[],
): Promise<number> {
  const [source] = args
  if (args.length !== 1 || source === undefined) {
    process.stderr.write('openfloor: name one backup, like: openfloor replicate join ./backup-1\n')
    return 2
  }
  const backup = resolve(source)
  const cluster = clusterOfBackup(backup)
  if (cluster === undefined) return failed(`${backup} is of no cluster: openfloor restore takes it`)
  const fault = await onPrimary(url, async ({ client }) =>
    differenceOf(await readCluster(client), cluster),
  )
  if (fault !== undefined) return failed(`the database does not fit: ${fault}`)
  const { created_at: at } = joinFrom(backup, dataDir)
  return said(
    `${dataDir} is of the cluster ${cluster.id}, as of ${at}: its first start brings what came later`,
  )
}

/** Opens the database of a stopped server exclusively, or returns the reason why it cannot. */
function openStopped(dataDir: string): Sqlite | string {
  if (!existsSync(sqlitePath(dataDir))) {
    return `there is no server in ${dataDir}: start it once without DATABASE_URL, and stop it`
  }
  const db = openAlone(sqlitePath(dataDir))
  if (db === undefined) {
    return `the server in ${dataDir} is running, or a backup or verify has it open: stop it first`
  }
  const unplaced = 'a reshard was cut off: run openfloor reshard again first'
  const why = otherVersion(db) ?? (areLogsPlaced(db) ? undefined : unplaced)
  if (why === undefined) return db
  db.close()
  return why
}

function withStopped<T>(dataDir: string, work: (db: Sqlite) => T): T {
  const db = openStopped(dataDir)
  if (typeof db === 'string') throw new Error(db)
  try {
    return work(db)
  } finally {
    db.close()
  }
}

function ownerIn(db: Sqlite): { readonly serverId: string; readonly shards: number } {
  const meta = metaRepo(db)
  const [serverId, shards] = [meta.get('server_id'), meta.get('shards')]
  if (serverId === undefined || shards === undefined) {
    throw new Error('its first start was cut off: start it once without DATABASE_URL, and stop it')
  }
  return { serverId, shards: Number(shards) }
}

function said(text: string): number {
  process.stdout.write(`${text}\n`)
  return 0
}

function failed(why: string): number {
  process.stderr.write(`openfloor: ${why}\n`)
  return 1
}
