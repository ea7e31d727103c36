import { type Refusal, refuse } from '../../../engine/code.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { QuorumStart } from '../../../wire/thread/quorum-messages.js'
import type { Outcome } from '../../thread/ask.js'
import type { Clock } from '../../thread/clock.js'
import { openLogs } from '../start/beginning.js'
import type { DeskChangeLog } from './change-log.js'
import { openDeskLog } from './opening.js'

const ALONE = { setDeskEntry: () => undefined, giveWay: () => undefined }

/**
 * The directory of a stopped server, and the quorum that keeps its logs; undefined for a single
 * server.
 */
export interface StoppedTables {
  readonly db: Sqlite
  readonly dataDir: string
  readonly shards: number
  readonly quorum: QuorumStart | undefined
  readonly clock: Clock
}

/**
 * Works on the tables of a stopped server. In a cluster, `work` gets the log for its changes; the
 * logs of the shards have what the quorum has.
 */
export function withStoppedLog<T>(
  { db, dataDir, shards, quorum, clock }: StoppedTables,
  work: (log: DeskChangeLog | undefined) => Outcome<T>,
): Outcome<T> | Refusal {
  const id = metaRepo(db).get('cluster_id')
  if (id === undefined) return work(undefined)
  if (quorum === undefined) {
    return refuse(
      'conflict',
      `${dataDir} is of the cluster ${id}, which has to know of the change: set DATABASE_URL and NODE_NAME.`,
    )
  }
  const { log } = openDeskLog({
    db,
    quorum: { start: quorum, isAgain: false },
    openLogs: () => openLogs(dataDir, shards),
    counters: ALONE,
    clock,
  })
  try {
    return work(log)
  } finally {
    void log.close()
  }
}
