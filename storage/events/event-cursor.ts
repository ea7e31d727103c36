import { createHash } from 'node:crypto'
import { metaRepo } from '../repos/meta.js'
import type { Sqlite } from '../sqlite/open.js'
import type { EventPlace } from './event-place.js'

/**
 * A place in the stream as clients see it: the name of the stream, then the parts of the place. A
 * restore begins a new stream, because its records and lines reuse numbers of the old one.
 */
const CURSOR = /^([0-9a-f]{8})-([0-9a-z]{1,11})-([0-9a-z]{1,11})-([0-9a-z]{1,11})$/
const NAME_CHARACTERS = 8
const DIGITS = 36

export function streamName(db: Sqlite): string {
  const meta = metaRepo(db)
  const text = `${meta.get('server_id') ?? ''} ${meta.get('event_stream') ?? ''}`
  return createHash('sha256').update(text).digest('hex').slice(0, NAME_CHARACTERS)
}

export function cursorOf(stream: string, { seq, line, part }: EventPlace): string {
  return [stream, ...[seq, line, part].map((number) => number.toString(DIGITS))].join('-')
}

/** Parses a cursor; undefined if the text is not one. */
export function placeIn(
  cursor: string,
): { readonly stream: string; readonly place: EventPlace } | undefined {
  const [, stream, ...numbers] = CURSOR.exec(cursor) ?? []
  if (stream === undefined) return undefined
  const [seq = 0, line = 0, part = 0] = numbers.map((text) => Number.parseInt(text, DIGITS))
  const isWhole = [seq, line, part].every(Number.isSafeInteger)
  return isWhole ? { stream, place: { seq, line, part } } : undefined
}
