import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import type { EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { systemClock } from '../thread/clock.js'
import { reportingMemory } from '../thread/own-memory.js'
import { type LogsOfShards, readStream } from './read-stream.js'
import { StreamReader } from './stream-reader.js'

/** Thread entry: reads the event stream from the logs and the tables. Trading has precedence. */
export interface EventTask extends LogsOfShards {
  readonly ask: EventsAsk
}

let reader: StreamReader | undefined

yieldToTrading()
export default reportingMemory('events', readEvents)

function readEvents({ ask, ...logs }: EventTask): Promise<Outcome<EventsPage>> {
  reader ??= opened(logs.dataDir)
  return readStream(reader, logs, ask)
}

function opened(dataDir: string): StreamReader {
  const clock = systemClock()
  return new StreamReader(openReader(sqlitePath(dataDir)), () => clock.monotonic())
}
