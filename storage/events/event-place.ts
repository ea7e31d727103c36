/**
 * A place in the order of all events: an event of a record in the logs, or a line of the journal.
 *
 *   - Records are in order of their seq. The lines placed at a record follow its events.
 *   - A place never changes, and no event is ever inserted before a place that a reader has passed.
 */
export interface EventPlace {
  /** The seq of the record, or of the record that the journal line belongs to. */
  readonly seq: number
  /** The id of the journal line; 0 for an event of the record itself. */
  readonly line: number
  /** The number of the event within the record or line, from 1; 0 is before the first. */
  readonly part: number
}

/** A part number above those of all records and lines. */
export const LAST_PART = 0xffff_ffff

export function isAfter(one: EventPlace, other: EventPlace): boolean {
  if (one.seq !== other.seq) return one.seq > other.seq
  if (one.line !== other.line) return one.line > other.line
  return one.part > other.part
}
