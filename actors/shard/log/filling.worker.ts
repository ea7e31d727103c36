import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sqlitePath } from '../../../storage/paths.js'
import { openReader } from '../../../storage/sqlite/open.js'
import { systemClock } from '../../thread/clock.js'
import { forwardingLogger } from '../../thread/forwarding-logger.js'
import type { FillingData } from './filling.js'
import { openShardLog } from './open-log.js'

/**
 * Thread entry: opens the log of each shard, which copies all missing entries from the quorum, and
 * closes it.
 */
const { dataDir, quorum, told } = workerData as FillingData
const logger = forwardingLogger((line) => (parentPort as MessagePort).postMessage(line))
const tables = openReader(sqlitePath(dataDir))
try {
  for (let shard = 0; shard < quorum.cluster.shards; shard++) {
    const start = { dataDir, shard, quorum }
    await openShardLog(start, tables, undefined, systemClock(), logger, told[shard]).close()
  }
} finally {
  tables.close()
}
