import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { becomeOf, leaveCluster } from '../actors/desk/replicated/membership.js'
import { systemClock } from '../actors/thread/clock.js'
import { clusterId } from '../actors/thread/random.js'
import { readSettings, type Settings } from '../http/settings.js'
import { clusterOfBackup, joinFrom } from '../storage/backup/backup.js'
import { openLog } from '../storage/log/open.js'
import {
  isUntouched,
  type ShardState,
  shardStates,
} from '../storage/log/replicated/cluster-state.js'
import { beginningOf } from '../storage/log/replicated/log-beginning.js'
import { DESK_LOG } from '../storage/log/replicated/log-database.js'
import { differenceOf } from '../storage/log/replicated/postgres-database.js'
import { endHosts, hostsOf, onPrimary } from '../storage/log/replicated/postgres-hosts.js'
import {
  type LogBeginning,
  makeCluster,
  readCluster,
} from '../storage/log/replicated/postgres-schema.js'
import { logDirectory, sqlitePath } from '../storage/paths.js'
import { metaRepo } from '../storage/repos/meta.js'
import { areLogsPlaced } from '../storage/reshard/placing.js'
import { openAlone, type Sqlite } from '../storage/sqlite/open.js'
import { directoryOwner } from '../storage/stored-cluster.js'
import { otherVersion } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'
import { stoppedQuorum } from './stopped-quorum.js'

/** `openfloor replicate …`: the commands of a server whose logs a quorum of databases keeps. Each is done whole, or may be repeated. */
const AS_IT_IS = '--as-it-is'
const NO_SETTINGS = 'set DATABASE_URL and NODE_NAME'

type Replication = NonNullable<Settings['replication']>

export async function replicateCommand(what: string, args: readonly string[]): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir, replication } = settings
  try {
    if (what === 'leave') return await leave(settings, args.includes(AS_IT_IS))
    if (replication === undefined) return failed(NO_SETTINGS)
    if (what === 'init') return await init(dataDir, replication)
    if (what === 'join') return await join(dataDir, replication, args)
    return await status(dataDir, replication)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/**
 * The tables are there before the directory says so: cut off in between, the next time finds them as this directory makes them, with
 * nobody at work, and goes on.
 */
async function init(dataDir: string, { url }: Replication): Promise<number> {
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

/** What each log begins with there. Opening brings in what its ring has. */
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

/** What is in the quorum and not here would be lost: it is brought first, unless the database is gone for good. */
async function leave(settings: Settings, isAsItIs: boolean): Promise<number> {
  const { dataDir, replication } = settings
  const id = withStopped(dataDir, (db) => metaRepo(db).get('cluster_id'))
  if (id === undefined) return said('nothing to do: it is of no cluster')
  if (!isAsItIs && replication === undefined) {
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
  { url }: Replication,
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
    `${dataDir} is of the cluster ${cluster.id}, as of ${at}: its first start brings what came later.\n` +
      'Contents of files, and numbers of FIX sessions, are as they were then: they are not in the databases.',
  )
}

async function status(dataDir: string, { url }: Replication): Promise<number> {
  const hosts = await hostsOf(url)
  let isWell = hosts.every(({ fault }) => fault === '')
  try {
    const primary = hosts.find(({ session }) => session !== undefined)
    for (const { name, session, isStandby, fault } of hosts) {
      const role = session !== undefined ? 'primary' : isStandby ? 'standby' : fault
      process.stdout.write(`database ${name}: ${role}\n`)
    }
    if (primary?.session === undefined) return failed('no database can be worked with')
    const { client } = primary.session
    const cluster = await readCluster(client)
    const { id, serverId, shards } = cluster
    process.stdout.write(`cluster ${id} of the server ${serverId}, ${shards} shards\n`)
    const owner = directoryOwner(dataDir)
    const own = owner && { ...owner, id: owner.clusterId ?? 'none' }
    const fault = own && differenceOf(cluster, own)
    if (fault !== undefined) {
      process.stdout.write(`${dataDir} is not of it: ${fault}\n`)
      isWell = false
    }
    for (const state of await shardStates(client)) process.stdout.write(`${lineOf(state)}\n`)
    return isWell ? 0 : 1
  } finally {
    endHosts(hosts)
  }
}

function lineOf(state: ShardState): string {
  const { shard, holder, epoch, takenAt, leaseMs, oldest, newest, confirmed } = state
  const seconds = (Math.abs(leaseMs) / 1000).toFixed(1)
  const lease = leaseMs > 0 ? `its lease holds ${seconds} s` : `its lease ran out ${seconds} s ago`
  const held =
    takenAt === undefined
      ? 'nobody has taken it yet'
      : `${holder} since ${takenAt.toISOString()} with epoch ${epoch}, ${lease}`
  const log = shard === DESK_LOG ? 'desk' : `shard ${shard}`
  return `${log}: ${held}; entries ${oldest} to ${newest}, confirmed to ${confirmed}`
}

/** The tables of a stopped server, for this command alone; or why not. */
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
