import { existsSync } from 'node:fs'
import type { Cluster } from '../wire/stored/cluster.js'
import { sqlitePath } from './paths.js'
import { metaRepo } from './repos/meta.js'
import { openReader } from './sqlite/open.js'

export interface DirectoryOwner {
  readonly serverId: string
  readonly shards: number
  /** The id of the cluster; undefined for a single node. */
  readonly clusterId: string | undefined
}

/** The owner of a data directory; undefined before its first start. */
export function directoryOwner(dataDir: string): DirectoryOwner | undefined {
  if (!existsSync(sqlitePath(dataDir))) return undefined
  const db = openReader(sqlitePath(dataDir))
  try {
    const meta = metaRepo(db)
    const [serverId, shards] = [meta.get('server_id'), meta.get('shards')]
    if (serverId === undefined || shards === undefined) return undefined
    return { serverId, shards: Number(shards), clusterId: meta.get('cluster_id') }
  } catch {
    // A first start was interrupted before its tables were created.
    return undefined
  } finally {
    db.close()
  }
}

/** The cluster of an owner; undefined for a single node. */
export function clusterOf(owner: DirectoryOwner | undefined): Cluster | undefined {
  if (owner?.clusterId === undefined) return undefined
  return { id: owner.clusterId, serverId: owner.serverId, shards: owner.shards }
}
