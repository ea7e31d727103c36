import { refuseWith } from '../../engine/code.js'
import {
  EVENTS_BYTES_MAX,
  EVENTS_KEPT_MARGIN_MS,
  EVENTS_LOOKED_MAX,
  EVENTS_READ_MS,
} from '../../engine/limits/events.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import type { UnixMs } from '../../engine/units.js'
import { cursorOf, placeIn, streamName } from '../../storage/events/event-cursor.js'
import { type EventPlace, isAfter, LAST_PART } from '../../storage/events/event-place.js'
import { oldestPlace } from '../../storage/events/oldest-place.js'
import { newestPlace, type SourceEvent, sourceEvents } from '../../storage/events/source-events.js'
import type { LogReader } from '../../storage/log/log.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { EventsAsk, StreamItem, StreamPage } from '../../wire/thread/event-reads.js'
import { rowFactsReader } from '../queries/row-facts.js'
import { accept, type Outcome } from '../thread/ask.js'
import { partsOf } from './line-events.js'
import { StreamWriter } from './stream-writer.js'

const LOOKS_A_CLOCK = 32

/** The limits of one read; tests use smaller ones. */
export interface ReadBounds {
  readonly looked: number
  readonly ms: number
  readonly bytes: number
}

export const READ_BOUNDS: ReadBounds = {
  looked: EVENTS_LOOKED_MAX,
  ms: EVENTS_READ_MS,
  bytes: EVENTS_BYTES_MAX,
}

/** Reads a part of the event stream from one snapshot of the tables. */
export class StreamReader {
  readonly #db: Sqlite
  readonly #readFacts: ReturnType<typeof rowFactsReader>
  readonly #monotonic: () => number
  readonly #bounds: ReadBounds
  #known: EventPlace | undefined
  #keptFrom = 0

  constructor(db: Sqlite, monotonic: () => number, bounds = READ_BOUNDS) {
    this.#db = db
    this.#readFacts = rowFactsReader(db)
    this.#monotonic = monotonic
    this.#bounds = bounds
  }

  read(logs: readonly LogReader[], ask: EventsAsk): Outcome<StreamPage> {
    return inSnapshot(this.#db, () => {
      const stream = streamName(this.#db)
      const newest = newestPlace(this.#db)
      const oldest = this.#oldest(logs, ask.keptFrom, newest.seq)
      const first = firstPlace(ask, stream, oldest, newest)
      if ('ok' in first) return first
      const ends = { oldest: cursorOf(stream, oldest), projectionSeq: newest.seq }
      if (newest.seq < (ask.minProjectionSeq ?? 0) || isAfter(first, newest)) {
        const next = cursorOf(stream, first)
        return accept({ ...ends, items: [], lastId: null, next, hasMore: false, isPending: true })
      }
      const part = new PartOfStream(
        new StreamWriter(this.#db, this.#readFacts, ask.scope),
        stream,
        { items: ask.limit, characters: ask.characters ?? this.#bounds.bytes },
        first,
      )
      const until = this.#monotonic() + this.#bounds.ms
      const hasMore = this.#take(part, sourceEvents(this.#db, logs, first), until)
      const next = cursorOf(stream, hasMore ? part.passed : newest)
      const { items, lastId } = part
      return accept({ ...ends, items, lastId, next, hasMore, isPending: false })
    })
  }

  /**
   * The oldest readable event. It is computed about once a minute, because that needs many reads of
   * the logs.
   */
  #oldest(logs: readonly LogReader[], keptFrom: UnixMs, newest: number): EventPlace {
    const age = keptFrom - this.#keptFrom
    if (this.#known === undefined || age < 0 || age >= EVENTS_KEPT_MARGIN_MS) {
      this.#known = oldestPlace(logs, keptFrom, newest)
      this.#keptFrom = keptFrom
    }
    return this.#known
  }

  /** Adds events. True if the part is full before the stream ends. */
  #take(part: PartOfStream, sources: Iterable<SourceEvent>, until: number): boolean {
    let looked = 0
    for (const source of sources) {
      if (looked >= this.#bounds.looked || part.isFull) return true
      if (looked % LOOKS_A_CLOCK === LOOKS_A_CLOCK - 1 && this.#monotonic() >= until) return true
      if (!part.take(source)) return true
      looked++
    }
    return false
  }
}

interface PartBounds {
  readonly items: number
  readonly characters: number
}

/** The events of one read, and the place up to which the stream was read. */
class PartOfStream {
  readonly items: StreamItem[] = []
  lastId: string | null = null
  passed: EventPlace
  readonly #writer: StreamWriter
  readonly #stream: string
  readonly #most: PartBounds
  #characters = 0

  constructor(writer: StreamWriter, stream: string, most: PartBounds, first: EventPlace) {
    this.#writer = writer
    this.#stream = stream
    this.#most = most
    this.passed = first
  }

  get isFull(): boolean {
    return this.#characters >= this.#most.characters
  }

  /** Adds the events of a source. False if one of them does not fit any more. */
  take(source: SourceEvent): boolean {
    const { place } = source
    if (!('line' in source)) {
      return this.#add(place, (id) => this.#writer.trade(source, id))
    }
    for (const { part, change } of partsOf(source.line)) {
      const isRead = part <= place.part
      const write = (id: string) =>
        change === null ? this.#writer.line(source, id) : this.#writer.change(source, change, id)
      if (!isRead && !this.#add({ ...place, part }, write)) return false
    }
    this.passed = { ...place, part: LAST_PART }
    return true
  }

  #add(place: EventPlace, write: (id: string) => StreamItem | undefined): boolean {
    const id = cursorOf(this.#stream, place)
    const item = write(id)
    if (item !== undefined) {
      if (this.items.length >= this.#most.items) return false
      this.items.push(item)
      this.lastId = id
      this.#characters += item.json.length
    }
    this.passed = place
    return true
  }
}

function firstPlace(
  { after, isLatest, minProjectionSeq }: EventsAsk,
  stream: string,
  oldest: EventPlace,
  newest: EventPlace,
) {
  if (after === undefined) return isLatest ? newest : oldest
  const found = placeIn(after)
  if (found === undefined) return refuseField('after', say('field.event_cursor'))
  if (found.stream !== stream || isAfter(oldest, found.place)) {
    const why = 'The events after this cursor are no longer kept. Begin at data.oldest.'
    return refuseWith({ oldest: cursorOf(stream, oldest) }, 'resume_gone', why)
  }
  if (isAfter(found.place, newest) && minProjectionSeq === undefined) {
    return refuseField('after', say('field.event_cursor'))
  }
  return found.place
}
