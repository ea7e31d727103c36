import { type ShardState, shardStates } from '../storage/log/quorum/cluster-state.js'
import { DESK_LOG } from '../storage/log/quorum/log-database.js'
import { differenceOf } from '../storage/log/quorum/postgres-database.js'
import { endHosts, hostsOf } from '../storage/log/quorum/postgres-hosts.js'
import { readNodes } from '../storage/log/quorum/postgres-nodes.js'
import { readCluster } from '../storage/log/quorum/postgres-schema.js'
import { directoryOwner } from '../storage/stored-cluster.js'
import type { NextNode } from '../wire/stored/next-node.js'
import { FOLLOWS_SEC, type StandbyNode } from '../wire/thread/quorum-messages.js'
import { patroniLines } from './patroni.js'

/**
 * `openfloor replicate status`: prints the databases, their failover manager, the holder of each
 * log, and the standby nodes. Exit code 1 if there is a problem.
 */
export async function clusterStatus(
  dataDir: string,
  { url }: { readonly url: string },
): Promise<number> {
  const hosts = await hostsOf(url)
  let isWell = hosts.every(({ fault }) => fault === '')
  try {
    const primary = hosts.find(({ session }) => session !== undefined)
    for (const { name, session, isStandby, fault } of hosts) {
      const role = session !== undefined ? 'primary' : isStandby ? 'standby' : fault
      process.stdout.write(`database ${name}: ${role}\n`)
    }
    for (const { line, isGood } of await patroniLines(url)) {
      process.stdout.write(`${line}\n`)
      isWell &&= isGood
    }
    if (primary?.session === undefined) {
      process.stderr.write('openfloor: no database can be worked with\n')
      return 1
    }
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
    const { following, next } = await readNodes(client)
    isWell &&= following.every(({ differing }) => differing === '')
    for (const one of following) process.stdout.write(`${lineOfNode(one)}\n`)
    if (next !== undefined) process.stdout.write(`${lineOfNext(next)}\n`)
    return isWell ? 0 : 1
  } finally {
    endHosts(hosts)
  }
}

function lineOfNext({ node, restartsNode }: NextNode): string {
  return restartsNode
    ? `${node} becomes the active node when you start it again`
    : `${node} becomes the active node next`
}

function lineOf(state: ShardState): string {
  const { shard, holder, epoch, takenAt, leaseMs, oldest, newest, confirmed } = state
  const seconds = (Math.abs(leaseMs) / 1000).toFixed(1)
  const lease = leaseMs > 0 ? `its lease holds ${seconds} s` : `its lease ran out ${seconds} s ago`
  const held =
    takenAt === undefined
      ? 'nobody has taken it yet'
      : holder === ''
        ? `given back, with epoch ${epoch}`
        : `${holder} since ${takenAt.toISOString()} with epoch ${epoch}, ${lease}`
  const log = shard === DESK_LOG ? 'desk' : `shard ${shard}`
  return `${log}: ${held}; entries ${oldest} to ${newest}, confirmed to ${confirmed}`
}

function lineOfNode({ node, heardSec, behind, lagSec, differing }: StandbyNode): string {
  if (heardSec > FOLLOWS_SEC) return `${node}: followed until ${Math.round(heardSec)} s ago`
  if (differing !== '') return `${node}: follows, and its tables differ: ${differing}`
  return `${node}: follows, lacks ${behind} entries, the oldest of them ${lagSec.toFixed(1)} s old`
}
