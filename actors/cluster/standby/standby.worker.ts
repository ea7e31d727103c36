import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { LogError } from '../../../storage/log/log.js'
import type { OwnTables } from '../../../storage/log/quorum/cluster-tables.js'
import { DESK_LOG } from '../../../storage/log/quorum/log-database.js'
import { PostgresDatabase } from '../../../storage/log/quorum/postgres-database.js'
import { textOf } from '../../../storage/log/quorum/postgres-session.js'
import { migrate } from '../../../storage/migrations/migrate.js'
import { MIGRATIONS } from '../../../storage/migrations/migrations.js'
import { pricesPath, sqlitePath } from '../../../storage/paths.js'
import { openPriceWriter } from '../../../storage/price-history/tables.js'
import { deskPlaceRepo } from '../../../storage/repos/desk-place.js'
import { openWriter } from '../../../storage/sqlite/open.js'
import { openShardLog } from '../../shard/log/open-log.js'
import { rest, systemClock } from '../../thread/clock.js'
import { forwardingLogger } from '../../thread/forwarding-logger.js'
import { Standby } from './standby.js'
import { type FromStandby, NEEDS_RESTART, type StandbyData } from './standby-thread.js'

/**
 * The entry of a thread that follows the active node until that has stopped (standby.ts), and ends.
 */
const ROUND_MS = 100
/** If at least this many entries are missing, the next round begins without a pause. */
const FAR_BEHIND = 100

const { dataDir, quorum } = workerData as StandbyData
const port = parentPort as MessagePort
const post = (message: FromStandby): void => port.postMessage(message)
const logger = forwardingLogger(post)
const clock = systemClock()
const db = openWriter(sqlitePath(dataDir))
await agreedOnTables()
migrate(db)
const logs = Array.from({ length: quorum.cluster.shards }, (_, shard) =>
  openShardLog({ dataDir, shard }, db, undefined, clock, logger),
)
const prices = openPriceWriter(pricesPath(dataDir))
const standby = new Standby({ db, prices, dataDir, logs, quorum, clock })
try {
  for (;;) {
    const following = await standby.round()
    if (following === 'needs-restart') throw new Error(NEEDS_RESTART)
    if (following === 'no-active-node') break
    post({ type: 'following', following })
    if (following.behind < FAR_BEHIND) await rest(clock, ROUND_MS)
  }
  await agreedOnTables()
} finally {
  standby.close()
  for (const log of logs) await log.close()
  for (const file of [db, prices]) {
    file.pragma('wal_checkpoint(TRUNCATE)')
    file.close()
  }
}

/**
 * Runs before any migration of these tables, and before this node becomes active. Tries again until
 * a database answers.
 */
async function agreedOnTables(): Promise<void> {
  const { url, cluster, holder } = quorum
  const database = new PostgresDatabase({ url, cluster, shard: DESK_LOG })
  const own = { steps: MIGRATIONS.length, change: deskPlaceRepo(db).get().n, holder }
  try {
    for (;;) {
      const trouble = await agreed(database, own)
      if (trouble === undefined) return
      post({ type: 'following', following: { holder: '', behind: 0, differing: '', trouble } })
      await rest(clock, ROUND_MS)
    }
  } finally {
    database.close()
  }
}

/** Returns why no database answered. */
async function agreed(database: PostgresDatabase, own: OwnTables): Promise<string | undefined> {
  const answer = await database.answer({ kind: 'connect' })
  if (answer.kind === 'lost') return answer.why
  try {
    await database.agreeOnTables(own)
    return undefined
  } catch (error) {
    if (error instanceof LogError) throw error
    return textOf(error)
  }
}
