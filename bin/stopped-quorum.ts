import { refuseRunning } from '../actors/desk/start/stopped-desk.js'
import { fillLogs } from '../actors/shard/log/filling.js'
import { createLogger } from '../actors/thread/logger.js'
import type { Settings } from '../http/settings.js'
import { clusterOf, directoryOwner } from '../storage/stored-cluster.js'
import type { QuorumStart } from '../wire/thread/quorum-messages.js'

/**
 * The quorum of a stopped server, after the missing entries have been fetched into its directory.
 * Undefined for a single server, if no database is configured, and while the server runs: this
 * command would take its logs away, and refuses by itself later.
 */
export async function stoppedQuorum(
  settings: Pick<Settings, 'dataDir' | 'clusterNode' | 'logLevel'>,
): Promise<QuorumStart | undefined> {
  const { dataDir, clusterNode, logLevel } = settings
  if (refuseRunning(dataDir) !== null) return undefined
  const cluster = clusterOf(directoryOwner(dataDir))
  if (cluster === undefined || clusterNode === undefined) return undefined
  const quorum = { url: clusterNode.url, holder: clusterNode.node, cluster }
  await fillLogs({ dataDir, quorum, told: [] }, createLogger(logLevel, 'openfloor'))
  return quorum
}
