import { refuseRunning } from '../actors/desk/start/stopped-desk.js'
import { fillLogs } from '../actors/shard/log/filling.js'
import { createLogger } from '../actors/thread/logger.js'
import type { Settings } from '../http/settings.js'
import { clusterOf, directoryOwner } from '../storage/stored-cluster.js'
import type { QuorumStart } from '../wire/thread/quorum-messages.js'

/**
 * The quorum that keeps the logs of a server that is stopped, after its directory got what that has. Undefined of a server
 * alone, where the settings name no database, and while the server runs: that would lose its logs to this command, which refuses by itself.
 */
export async function stoppedQuorum(
  settings: Pick<Settings, 'dataDir' | 'replication' | 'logLevel'>,
): Promise<QuorumStart | undefined> {
  const { dataDir, replication, logLevel } = settings
  if (refuseRunning(dataDir) !== null) return undefined
  const cluster = clusterOf(directoryOwner(dataDir))
  if (cluster === undefined || replication === undefined) return undefined
  const quorum = { url: replication.url, holder: replication.node, cluster }
  await fillLogs({ dataDir, quorum, told: [] }, createLogger(logLevel, 'openfloor'))
  return quorum
}
