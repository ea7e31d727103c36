import type { MessagePort } from 'node:worker_threads'
import { type Log, LogError } from '../../../storage/log/log.js'
import { openLog } from '../../../storage/log/open.js'
import { QuorumLog } from '../../../storage/log/quorum/quorum-log.js'
import { logDirectory } from '../../../storage/paths.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { ShardStart } from '../../../wire/thread/shard-messages.js'
import { QuorumThread } from '../../quorum/quorum-thread.js'
import type { SharedCounters } from '../../shared/shared-state.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'

type LogStart = Pick<ShardStart, 'dataDir' | 'shard' | 'quorum' | 'awaitsOthers'>

/**
 * Opens a shard's log. `tables` contains its projection. A log in a quorum reports the
 * quorum's state to `reports`. Without `counters`, no other thread uses the log.
 */
export function openShardLog(
  start: LogStart,
  tables: Sqlite,
  counters: SharedCounters | undefined,
  clock: Clock,
  logger: Logger,
  reports?: MessagePort,
): Log {
  const { dataDir, shard, quorum } = start
  const own = openLog({
    directory: logDirectory(dataDir, shard),
    // Entries that are in the tables were checked when they were projected; `openfloor verify`
    // checks all of them.
    verifyFrom: projectionRepo(tables).cursor(shard),
    onTornTail: (cut) => logger.warn({ ...cut }, 'torn tail cut from the log'),
    monotonic: () => clock.monotonic(),
    // Entries of a quorum can be read from there again, also by a standby node, so local writes need no
    // sync.
    isSynced: metaRepo(tables).get('cluster_id') === undefined,
    waitsForRoom: quorum === undefined && counters !== undefined,
    onUnable: (why) => logger.warn({ why }, 'the log has no ring: orders take longer'),
    ...(counters === undefined ? {} : { progress: counters.logProgress(shard) }),
  })
  if (quorum === undefined) return own
  const thread = new QuorumThread(
    { ...quorum, shard, server: reports, releases: counters !== undefined },
    clock,
  )
  try {
    const log = new QuorumLog(own, thread)
    const { pulled } = log
    if (pulled > 0) logger.info({ shard, pulled }, 'entries of the quorum came into the log')
    if (pulled > 0 && start.awaitsOthers === true) {
      throw new LogError(
        `another node wrote into the log of shard ${shard} since it was read: start again`,
      )
    }
    return log
  } catch (error) {
    void thread.close()
    void own.close()
    throw error
  }
}
