import type { MessagePort } from 'node:worker_threads'
import type { LogReader } from '../../../storage/log/log.js'
import { DESK_LOG } from '../../../storage/log/quorum/log-database.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { DeskQuorum } from '../../../wire/thread/messages.js'
import { QuorumThread } from '../../quorum/quorum-thread.js'
import type { Clock } from '../../thread/clock.js'
import { catchUp } from './catching-up.js'
import { type DeskCounters, DeskLog } from './desk-log.js'

interface Opening {
  readonly db: Sqlite
  readonly quorum: DeskQuorum
  /** The port that receives reports of the quorum's state. */
  readonly reports?: MessagePort | undefined
  readonly openLogs: () => readonly LogReader[]
  readonly counters: DeskCounters
  readonly clock: Clock
}

/**
 * Opens the desk's log in the quorum and updates these tables to it. Returns how many changes they
 * lacked.
 */
export function openDeskLog({ db, quorum, reports, openLogs, counters, clock }: Opening): {
  readonly log: DeskLog
  readonly pulled: number
} {
  const { start, isAgain } = quorum
  const thread = new QuorumThread(
    { ...start, shard: DESK_LOG, server: reports, releases: reports !== undefined },
    clock,
  )
  try {
    const monotonic = () => clock.monotonic()
    const own = isAgain ? refuseOthers : openLogs
    const pulled = catchUp(thread, { db, openLogs: own, monotonic }, !isAgain)
    counters.setDeskEntry(false)
    return { log: new DeskLog(db, thread, counters), pulled }
  } catch (error) {
    void thread.close()
    throw error
  }
}

/**
 * Replaces `openLogs` when the desk's thread starts again while the server runs. No other node makes
 * changes then, so the tables already contain all changes of the log, and a further one is an error.
 */
function refuseOthers(): never {
  throw new Error('another node has changed the tables of the desk since they were read')
}
