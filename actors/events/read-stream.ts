import { because } from '../../engine/reasons/reasons.js'
import { LogError } from '../../storage/log/log.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory } from '../../storage/paths.js'
import type { EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import type { StreamReader } from './stream-reader.js'

/** The place of the logs. */
export interface LogsOfShards {
  readonly dataDir: string
  readonly shards: number
}

/**
 * Reads a part of the stream. The logs are open only during the read, because an LMDB environment
 * that became unusable stays so while any thread has it open.
 */
export async function readStream(
  reader: StreamReader,
  { dataDir, shards }: LogsOfShards,
  ask: EventsAsk,
): Promise<Outcome<EventsPage>> {
  const logs: ReturnType<typeof openLogForReading>[] = []
  try {
    for (let shard = 0; shard < shards; shard++) {
      logs.push(openLogForReading(logDirectory(dataDir, shard)))
    }
    return reader.read(logs, ask)
  } catch (error) {
    if (!(error instanceof LogError)) throw error
    return because('unavailable.event_log')
  } finally {
    for (const log of logs) await log.close()
  }
}
