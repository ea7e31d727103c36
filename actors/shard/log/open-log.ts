import type { Log } from '../../../storage/log/log.js'
import { openLog } from '../../../storage/log/open.js'
import { logDirectory } from '../../../storage/paths.js'
import { projectionRepo } from '../../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { ShardStart } from '../../../wire/thread/messages.js'
import type { SharedCounters } from '../../shared/shared-state.js'
import type { Clock } from '../../thread/clock.js'
import type { Logger } from '../../thread/logger.js'

/** `tables` is what the log was projected into. */
export function openShardLog(
  { dataDir, shard }: ShardStart,
  tables: Sqlite,
  counters: SharedCounters,
  clock: Clock,
  logger: Logger,
): Log {
  return openLog({
    directory: logDirectory(dataDir, shard),
    // The entries that the tables hold were checked by the start that projected them; `openfloor verify` reads all.
    verifyFrom: projectionRepo(tables).cursor(shard),
    onTornTail: (cut) => logger.warn({ ...cut }, 'torn tail cut from the log'),
    monotonic: () => clock.monotonic(),
    onUnable: (why) => logger.warn({ why }, 'the log has no ring: orders take longer'),
    progress: counters.logProgress(shard),
  })
}
