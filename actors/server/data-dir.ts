import { existsSync, statSync } from 'node:fs'
import { sqlitePath } from '../../storage/paths.js'
import { settleLogs } from '../../storage/reshard/placing.js'
import { PRIVATE_UMASK } from '../../storage/secrets/private-files.js'
import { loadSecretKey } from '../../storage/secrets/secret-key.js'
import { storedShardCount } from '../../storage/shard-count.js'
import { isDatabaseInUse } from '../../storage/sqlite/in-use.js'
import { clusterOf, type DirectoryOwner, directoryOwner } from '../../storage/stored-cluster.js'
import type { Cluster } from '../../wire/stored/cluster.js'
import { randomKey } from '../thread/random.js'
import { makeOwnDirectory } from './own-directory.js'

const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/** True if no server has ever started in this directory. */
export function isNewDataDir(dataDir: string): boolean {
  return !existsSync(sqlitePath(dataDir))
}

/**
 * True if other users of the machine may rename or remove files in it, even without reading them.
 * False if the directory does not exist.
 */
export function isOpenToOthers(directory: string): boolean {
  const mode = modeOf(directory)
  return (mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0
}

/**
 * The mode of a path; 0 if it does not exist, or if a part of it is a file. The code that uses the
 * directory then reports the problem.
 */
function modeOf(path: string): number {
  try {
    return statSync(path).mode
  } catch {
    return 0
  }
}

export interface PreparedDataDir {
  readonly secretKey: Uint8Array
  /** The number of shards whose data the directory holds; undefined before its first start. */
  readonly shards: number | undefined
  /** The cluster of the directory; undefined for a single node. */
  readonly cluster: Cluster | undefined
}

/**
 * Creates the data directory and its key at the first start and restricts all files to their owner,
 * including those that threads create later. Completes a reshard that was interrupted after its
 * decision. `isClustered`: a quorum of databases keeps the logs.
 */
export function prepareDataDir(
  dataDir: string,
  secretKey: string | undefined,
  isClustered = false,
): PreparedDataDir {
  process.umask(PRIVATE_UMASK)
  makeOwnDirectory(dataDir)
  const database = sqlitePath(dataDir)
  if (existsSync(database) && isDatabaseInUse(database)) {
    throw new Error(`another server works in ${dataDir}. Stop it, or set another DATA_DIR.`)
  }
  settleLogs(dataDir)
  const owner = directoryOwner(dataDir)
  const cluster = clusterOf(owner)
  refuseOtherKind(dataDir, owner, isClustered)
  return {
    secretKey: loadSecretKey(dataDir, secretKey, randomKey),
    shards: storedShardCount(dataDir),
    cluster,
  }
}

/**
 * A directory of a cluster lacks answers that other nodes gave, and a directory of a single node
 * has no log that could continue in the quorum.
 */
function refuseOtherKind(
  dataDir: string,
  owner: DirectoryOwner | undefined,
  isClustered: boolean,
): void {
  const id = owner?.clusterId
  if (id !== undefined && !isClustered) {
    throw new Error(
      `${dataDir} is of the cluster ${id}, whose databases keep its log: set DATABASE_URL and NODE_NAME. ` +
        'To work with this machine alone again: openfloor replicate leave',
    )
  }
  if (id !== undefined || !isClustered) return
  throw new Error(
    owner === undefined
      ? `there is no server in ${dataDir} yet: start it once without DATABASE_URL, stop it, then openfloor replicate init`
      : `${dataDir} is of no cluster: openfloor replicate init makes one of it in the database of DATABASE_URL, ` +
          'and openfloor replicate join puts one that goes on with a cluster into an empty directory',
  )
}
