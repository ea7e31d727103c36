import { EVENTS_LOOKED_MAX, EVENTS_READ_MS } from '../../engine/limits/events.js'
import { WEBHOOK_BYTES_READ } from '../../engine/limits/webhooks.js'
import { because } from '../../engine/reasons/reasons.js'
import { LogError } from '../../storage/log/log.js'
import { openLogForReading } from '../../storage/log/open.js'
import { logDirectory, sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import type { EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import { StreamReader } from '../events/stream-reader.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'

/**
 * The stream of events for a thread that reads for several at once.
 *
 *   L1. One read is under way at a time, and the logs are open only meanwhile: an environment that became unusable stays
 *       so while a thread has it open.
 */
export class StreamOfLogs {
  readonly #directories: readonly string[]
  readonly #reader: StreamReader
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string, shards: number, clock: Clock) {
    this.#directories = Array.from({ length: shards }, (_, shard) => logDirectory(dataDir, shard))
    const bounds = { looked: EVENTS_LOOKED_MAX, ms: EVENTS_READ_MS, bytes: WEBHOOK_BYTES_READ }
    const db = openReader(sqlitePath(dataDir))
    this.#reader = new StreamReader(db, () => clock.monotonic(), bounds)
  }

  readonly read = (ask: EventsAsk): Promise<Outcome<EventsPage>> => {
    const read = this.#last.then(() => this.#readNow(ask))
    this.#last = read.catch(() => undefined)
    return read
  }

  /** Resolves once no read is under way. */
  async idle(): Promise<void> {
    await this.#last
  }

  async #readNow(ask: EventsAsk): Promise<Outcome<EventsPage>> {
    const logs: ReturnType<typeof openLogForReading>[] = []
    try {
      for (const directory of this.#directories) logs.push(openLogForReading(directory))
      return this.#reader.read(logs, ask)
    } catch (error) {
      if (!(error instanceof LogError)) throw error
      return because('unavailable.event_log')
    } finally {
      for (const log of logs) await log.close()
    }
  }
}
