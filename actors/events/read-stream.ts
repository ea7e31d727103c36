import { because } from '../../engine/reasons/reasons.js'
import { LogError } from '../../storage/log/log.js'
import { LogFile } from '../../storage/log/log-file.js'
import { logDirectory } from '../../storage/paths.js'
import type { EventsAsk, StreamPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import type { StreamReader } from './stream-reader.js'

/** The data directory with the logs of the shards. */
export interface LogsOfShards {
  readonly dataDir: string
  readonly shards: number
}

/**
 * Reads a part of the stream from the data files of the logs. To open a log with LMDB, a thread
 * takes the lock of its writer. This thread may wait for a processor meanwhile, and the writer
 * would wait with it.
 */
export async function readStream(
  reader: StreamReader,
  { dataDir, shards }: LogsOfShards,
  ask: EventsAsk,
): Promise<Outcome<StreamPage>> {
  const logs: LogFile[] = []
  try {
    for (let shard = 0; shard < shards; shard++) {
      logs.push(new LogFile(logDirectory(dataDir, shard)))
    }
    return reader.read(logs, ask)
  } catch (error) {
    if (!(error instanceof LogError)) throw error
    return because('unavailable.event_log')
  } finally {
    for (const log of logs) await log.close()
  }
}
