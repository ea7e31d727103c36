import type { AccountEvent, AccountRecord } from '../../engine/account/event.js'
import type { LogReader } from '../log/log.js'
import { mergedRecords } from '../projection/merged-records.js'
import { journalRepo, type PlacedRow } from '../repos/records/journal.js'
import { projectionRepo } from '../repos/trades/projection.js'
import type { Sqlite } from '../sqlite/open.js'
import { type EventPlace, LAST_PART } from './event-place.js'

/** An event of a trading record. `seq` numbers the events of its account. */
export interface TradeSource {
  readonly place: EventPlace
  readonly record: AccountRecord
  readonly event: AccountEvent
  readonly seq: number
}

/** A journal line. A line may contain several events, which count parts from its place. */
export interface LineSource {
  readonly place: EventPlace
  readonly line: PlacedRow
}

export type SourceEvent = TradeSource | LineSource

const LINES_AT_ONCE = 256

/** The place after all events in the tables. */
export function newestPlace(db: Sqlite): EventPlace {
  const line = journalRepo(db).head().id
  return { seq: projectionRepo(db).seq(), line, part: LAST_PART }
}

/**
 * Yields records and lines after `after` in order, up to the state of the tables. Call it within
 * one snapshot.
 */
export function* sourceEvents(
  db: Sqlite,
  logs: readonly LogReader[],
  after: EventPlace,
): Generator<SourceEvent, void, undefined> {
  const lines = linesAfter(db, after)
  let line = lines.next().value
  for (const source of tradesAfter(logs, after, projectionRepo(db).seq())) {
    for (; line !== undefined && line.place.seq < source.place.seq; line = lines.next().value) {
      yield line
    }
    yield source
  }
  for (; line !== undefined; line = lines.next().value) yield line
}

function* tradesAfter(
  logs: readonly LogReader[],
  { seq, line, part }: EventPlace,
  through: number,
): Generator<TradeSource, void, undefined> {
  // After a line of a record, the record has no more events.
  const from = line === 0 ? seq - 1 : seq
  const cursors = logs.map(() => from)
  for (const { record } of mergedRecords(logs, cursors, through)) {
    const done = record.seq === seq ? part : 0
    for (let i = done; i < record.events.length; i++) {
      const event = record.events[i] as AccountEvent
      const place = { seq: record.seq, line: 0, part: i + 1 }
      yield { place, record, event, seq: record.accountSeq + i + 1 }
    }
  }
}

/**
 * Yields the journal lines after a place. A line that was only partly read is returned again, with
 * the place after that part.
 */
function* linesAfter(db: Sqlite, after: EventPlace): Generator<LineSource, undefined, undefined> {
  const journal = journalRepo(db)
  const first = after.line === 0 ? journal.newestBefore(after.seq) : after.line - 1
  for (let id = first; ; ) {
    const rows = journal.linesAfter(id, LINES_AT_ONCE)
    for (const { place, ...row } of rows) {
      // A node with an older version wrote the line, which has no place in the stream.
      if (place === null) continue
      const part = row.id === after.line ? after.part : 0
      const line = { ...row, place }
      if (part < LAST_PART) yield { place: { seq: place, line: row.id, part }, line }
    }
    const last = rows.at(-1)
    if (last === undefined) return undefined
    id = last.id
  }
}
