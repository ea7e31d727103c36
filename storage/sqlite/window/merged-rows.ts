import type { WindowPosition } from '../../../wire/window/window.js'
import type { Candidate, RowStream, Start } from './row-source.js'

type Compare = (a: WindowPosition, b: WindowPosition) => number

interface Stream {
  readonly rows: RowStream
  start: Start | undefined
  /** Rows that were read and not returned yet; the next one is at `at`. */
  held: Candidate[]
  at: number
  chunk: number
  isDone: boolean
}

const CHUNK_MIN = 4
const CHUNK_MAX = 512

/** Merges several sorted streams into one sorted list. */
export class MergedRows {
  readonly #streams: Stream[]
  readonly #compare: Compare

  /** `about` is the expected number of rows. */
  constructor(
    streams: readonly RowStream[],
    start: Start | undefined,
    compare: Compare,
    about: number,
  ) {
    const chunk = Math.max(CHUNK_MIN, Math.ceil((2 * about) / Math.max(streams.length, 1)))
    this.#compare = compare
    this.#streams = streams.map((rows) => ({
      rows,
      start,
      chunk: Math.min(chunk, CHUNK_MAX),
      held: [],
      at: 0,
      isDone: false,
    }))
  }

  next(): Candidate | undefined {
    let first: Stream | undefined
    let row: Candidate | undefined
    for (const stream of this.#streams) {
      const head = headOf(stream)
      if (head === undefined) continue
      if (row !== undefined && this.#compare(head, row) > 0) continue
      first = stream
      row = head
    }
    if (first !== undefined) first.at++
    return row
  }

  /**
   * Skips `count` rows; false if there are fewer. It compares the row `step` further on in each
   * stream. In the stream with the first of these, all rows up to there are among the next `streams
   * * step`, so they are skipped. Each step is about half of what is left, so few rows are read
   * twice. The last `oneByOne` are skipped one by one.
   */
  pass(count: number, oneByOne: number): boolean {
    let left = count
    const streams = this.#streams
    while (left > oneByOne && left > 2 * streams.length) {
      const step = Math.ceil(left / (2 * streams.length))
      const ends = streams.map(({ rows, start }) => rows.read(start, 1, step - 1)[0])
      while (left >= streams.length * step) {
        const nearest = this.#nearest(ends)
        if (nearest === undefined) return false
        const stream = streams[nearest] as Stream
        stream.start = { at: ends[nearest] as Candidate, isIncluded: false }
        ends[nearest] = stream.rows.read(stream.start, 1, step - 1)[0]
        left -= step
      }
    }
    for (; left > 0 && this.next() !== undefined; left--);
    return left === 0
  }

  #nearest(ends: readonly (Candidate | undefined)[]): number | undefined {
    let nearest: number | undefined
    for (const [i, end] of ends.entries()) {
      if (end === undefined) continue
      if (nearest !== undefined && this.#compare(end, ends[nearest] as Candidate) > 0) continue
      nearest = i
    }
    return nearest
  }
}

function headOf(stream: Stream): Candidate | undefined {
  if (stream.at === stream.held.length && !stream.isDone) {
    const last = stream.held.at(-1)
    if (last !== undefined) stream.start = { at: last, isIncluded: false }
    stream.held = stream.rows.read(stream.start, stream.chunk)
    stream.at = 0
    stream.isDone = stream.held.length < stream.chunk
    stream.chunk = Math.min(CHUNK_MAX, stream.chunk * 2)
  }
  return stream.held[stream.at]
}
