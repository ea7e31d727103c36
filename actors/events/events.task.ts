import { because } from '../../engine/reasons/reasons.js'
import { LogError } from '../../storage/log/log.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { openReader, type Sqlite } from '../../storage/sqlite/open.js'
import type { EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { systemClock } from '../thread/clock.js'
import { tellingMemory } from '../thread/own-memory.js'
import { StreamReader } from './stream-reader.js'

/**
 * Thread entry: reads the stream of events from the logs and the tables. It yields to trading.
 *
 *   T1. The logs are open only while a read is under way: an environment that became unusable stays so while any
 *       thread has it open.
 */
export interface EventTask {
  readonly dataDir: string
  readonly shards: number
  readonly ask: EventsAsk
}

let open: { readonly db: Sqlite; readonly reader: StreamReader } | undefined

yieldToTrading()
export default tellingMemory('events', readEvents)

async function readEvents({ dataDir, shards, ask }: EventTask): Promise<Outcome<EventsPage>> {
  open ??= opened(dataDir)
  const logs: ReturnType<typeof openLogForReading>[] = []
  try {
    for (let shard = 0; shard < shards; shard++) {
      logs.push(openLogForReading(logDirectory(dataDir, shard)))
    }
    return open.reader.read(logs, ask)
  } catch (error) {
    if (!(error instanceof LogError)) throw error
    return because('unavailable.event_log')
  } finally {
    for (const log of logs) await log.close()
  }
}

function opened(dataDir: string): NonNullable<typeof open> {
  const clock = systemClock()
  const db = openReader(sqlitePath(dataDir))
  return { db, reader: new StreamReader(db, () => clock.monotonic()) }
}
