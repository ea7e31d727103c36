import { EVENTS_LOOKED_MAX, EVENTS_READ_MS } from '../../engine/limits/events.js'
import { WEBHOOK_BYTES_READ } from '../../engine/limits/webhooks.js'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import type { EventsAsk, StreamPage } from '../../wire/thread/event-reads.js'
import { type LogsOfShards, readStream } from '../events/read-stream.js'
import { StreamReader } from '../events/stream-reader.js'
import type { Outcome } from '../thread/ask.js'
import type { Clock } from '../thread/clock.js'

/** The event stream for a thread that reads for several webhooks: one read at a time. */
export class StreamOfLogs {
  readonly #logs: LogsOfShards
  readonly #reader: StreamReader
  #last: Promise<unknown> = Promise.resolve()

  constructor(dataDir: string, shards: number, clock: Clock) {
    this.#logs = { dataDir, shards }
    const bounds = { looked: EVENTS_LOOKED_MAX, ms: EVENTS_READ_MS, bytes: WEBHOOK_BYTES_READ }
    const db = openReader(sqlitePath(dataDir))
    this.#reader = new StreamReader(db, () => clock.monotonic(), bounds)
  }

  readonly read = (ask: EventsAsk): Promise<Outcome<StreamPage>> => {
    const read = this.#last.then(() => readStream(this.#reader, this.#logs, ask))
    this.#last = read.catch(() => undefined)
    return read
  }

  /** Resolves as soon as no read is running. */
  async idle(): Promise<void> {
    await this.#last
  }
}
