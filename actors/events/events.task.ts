import { move, transferableSymbol, valueSymbol } from 'piscina'
import { sqlitePath } from '../../storage/paths.js'
import { openReader } from '../../storage/sqlite/open.js'
import { packEvents } from '../../wire/frame/packed-frames.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type { EventFramesPage, EventsAsk, EventsPage } from '../../wire/thread/event-reads.js'
import type { Outcome } from '../thread/ask.js'
import { accept } from '../thread/ask.js'
import { yieldToTrading } from '../thread/background-thread.js'
import { systemClock } from '../thread/clock.js'
import { reportingMemory } from '../thread/own-memory.js'
import { type LogsOfShards, readStream } from './read-stream.js'
import { StreamReader } from './stream-reader.js'

/**
 * The entry of a thread that reads the event stream from the logs and the tables. Trading has
 * precedence.
 */
export interface EventTask extends LogsOfShards {
  readonly ask: EventsAsk
  /** Returns frames of this codec for a live socket instead of items. */
  readonly codec?: SocketCodec
}

let reader: StreamReader | undefined

yieldToTrading()
export default reportingMemory('events', readEvents)

async function readEvents({ ask, codec, ...logs }: EventTask): Promise<unknown> {
  reader ??= opened(logs.dataDir)
  const found = await readStream(reader, logs, ask)
  if (!found.ok) return found
  const page = { ...found.value, items: found.value.items.map(({ json }) => json) }
  return codec === undefined ? accept(page) : inFrames(page, codec)
}

/** The frames are moved to the front, which only sends them. */
function inFrames({ items, ...part }: EventsPage, codec: SocketCodec) {
  const frames = packEvents('stream', items, codec)
  const outcome: Outcome<EventFramesPage> = accept({ ...part, frames })
  return move({ [transferableSymbol]: [frames.bytes.buffer], [valueSymbol]: outcome })
}

function opened(dataDir: string): StreamReader {
  const clock = systemClock()
  return new StreamReader(openReader(sqlitePath(dataDir)), () => clock.monotonic())
}
