import { createHash } from 'node:crypto'
import type { KeyedText } from '../../../engine/reasons/keyed-text.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { TracedPosition, WindowPlace, WindowPosition } from '../../../wire/window/window.js'
import type { Sqlite } from '../open.js'
import { Statements } from '../statements.js'
import type { WindowColumns } from './columns.js'
import { MergedRows } from './merged-rows.js'
import { type WindowAsk, type WindowQuery, windowQuery } from './query.js'
import type { RowSource, Start } from './row-source.js'
import { type RowSums, Scan } from './scan.js'

/**
 * Pages of a list of rows, each with an id.
 *
 *   - The order is total: by key, and by id for equal keys. A page begins at a place in it, which
 *     need not be an existing row.
 *   - If the source has streams in the order, they are merged.
 *   - Otherwise, and if the filter matches less than about a hundredth of the rows, the page is a
 *     scan of the source. A scan of more than `scanMax` rows is refused.
 */
export interface WindowBounds {
  readonly scanMax: number
  /** How many rows are read one by one before a scan is cheaper. */
  readonly walkMax?: number
  /** The most rows before an offset that are skipped one by one. */
  readonly passedMax?: number
}

export interface WindowOptions<Asked extends WindowAsk> extends WindowBounds {
  readonly columns: WindowColumns
  /** The field of the id of rows. */
  readonly number: string
  sourceOf(asked: Asked, query: WindowQuery): RowSource
}

export interface WindowRows {
  readonly rows: readonly WindowPosition[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** The number of rows before the first one; only for a page by offset. */
  readonly firstOffset?: number
}

type RefusedPart = 'anchor' | 'cursor' | 'offset' | 'filter' | 'sort'

/** A page that cannot be returned; `what` is the parameter at fault. */
export class WindowRefusal extends Error {
  override readonly name = 'WindowRefusal'
  readonly what: RefusedPart
  readonly said: KeyedText

  constructor(what: RefusedPart, said: KeyedText) {
    super(said.message)
    this.what = what
    this.said = said
  }
}

const BEYOND_THE_COUNT = say('field.beyond_count')
const WALK_MAX = 10_000
const NEIGHBOUR_WALK_MAX = 500
const PASSED_MAX = 256
/** The longest key as JSON that is put into a cursor. */
const TOLD_KEY_BYTES_MAX = 300

export class Window<Asked extends WindowAsk> {
  readonly #options: WindowOptions<Asked>
  readonly #statements: Statements

  constructor(db: Sqlite, options: WindowOptions<Asked>) {
    this.#options = options
    this.#statements = new Statements(db)
  }

  /** Reads a page in the caller's snapshot. Throws a `WindowRefusal`. */
  page(asked: Asked, place: WindowPlace, limit: number): WindowRows {
    const { query, source } = this.#question(asked)
    const check = (): void => this.#checkBound(query, source)
    const reader = new Reader(this.#statements, query, source, this.#options, check)
    return source.isNone ? reader.nothing(place) : reader.page(place, limit)
  }

  count(asked: Asked): number {
    const { query, source } = this.#question(asked)
    if (asked.conditions.length > 0) this.#checkBound(query, source)
    const total = source.total()
    if (total !== undefined) return total
    if (!source.isWhole) this.#checkBound(query, source)
    return new Scan(this.#statements, query, source).count()
  }

  /** The exact sums over all rows, by the value of `by`; undefined if there are too many rows. */
  sums(
    asked: Asked,
    columns: Readonly<Record<string, string>>,
    by: string,
  ): readonly RowSums[] | undefined {
    const { query, source } = this.#question(asked)
    if (source.isNone) return []
    const { scanMax } = this.#options
    const isTooLong = !query.isPointed && source.countUpTo(scanMax + 1) > scanMax
    return isTooLong ? undefined : new Scan(this.#statements, query, source).sums(columns, by)
  }

  #question(asked: Asked): { readonly query: WindowQuery; readonly source: RowSource } {
    const { columns, number, sourceOf } = this.#options
    const query = windowQuery(asked, columns, number)
    return { query, source: sourceOf(asked, query) }
  }

  #checkBound({ conditions, isPointed }: WindowQuery, source: RowSource): void {
    const { scanMax } = this.#options
    if (isPointed || source.countUpTo(scanMax + 1) <= scanMax) return
    throw new WindowRefusal(
      conditions.length > 0 ? 'filter' : 'sort',
      say(source.isTooMany, { max: scanMax }),
    )
  }
}

class Reader {
  readonly #query: WindowQuery
  readonly #source: RowSource
  readonly #scan: Scan
  readonly #walkMax: number
  readonly #passedMax: number
  readonly #checkBound: () => void
  #isChecked = false

  constructor(
    statements: Statements,
    query: WindowQuery,
    source: RowSource,
    { walkMax = WALK_MAX, passedMax = PASSED_MAX }: WindowBounds,
    checkBound: () => void,
  ) {
    this.#walkMax = walkMax
    this.#passedMax = passedMax
    this.#query = query
    this.#source = source
    this.#scan = new Scan(statements, query, source)
    this.#checkBound = checkBound
  }

  nothing(place: WindowPlace): WindowRows {
    if (place.edge === 'around') this.#centre(place)
    if (place.edge === 'from') return this.#from(place.offset, 1)
    return { rows: [], hasBefore: false, hasAfter: false }
  }

  page(place: WindowPlace, limit: number): WindowRows {
    if (place.edge === 'from') return this.#from(place.offset, limit)
    if (place.edge === 'around') return this.#around(this.#centre(place), limit, place.offset)
    const isBack = place.edge === 'last' || place.edge === 'before'
    const start =
      'from' in place ? { at: this.#positionOf(place.from), isIncluded: false } : undefined
    const read = this.#read(start, isBack, limit + 1)
    const isMore = read.length > limit
    const rows = read.slice(0, limit)
    const isPast = start !== undefined && this.#isAnyPast(rows[0], start, !isBack)
    if (!isBack) return { rows, hasBefore: isPast, hasAfter: isMore }
    return { rows: rows.reverse(), hasBefore: isMore, hasAfter: isPast }
  }

  /** An empty window has only its beginning as a place. */
  #from(offset: number, limit: number): WindowRows {
    const read = this.#readFrom(offset, limit + 1)
    if (read.length === 0 && offset > 0) throw new WindowRefusal('offset', BEYOND_THE_COUNT)
    const rows = read.slice(0, limit)
    return { rows, hasBefore: offset > 0, hasAfter: read.length > limit, firstOffset: offset }
  }

  #readFrom(offset: number, limit: number): WindowPosition[] {
    if (this.#source.isNone) return []
    if (offset === 0) return this.#read(undefined, false, limit)
    if (this.#query.filter === '' && this.#source.isWhole) {
      const at = this.#merged(undefined, false, 1)
      if (at !== undefined) {
        const first = at.pass(offset, this.#passedMax) ? at.next() : undefined
        return first === undefined ? [] : this.#read({ at: first, isIncluded: true }, false, limit)
      }
    }
    const walked = this.#query.isPointed ? undefined : this.#walkFrom(offset, limit)
    if (walked !== undefined) return walked
    this.#checkScan()
    return this.#scan.read(undefined, this.#isFalling(false), limit, offset)
  }

  /**
   * Reads along an index to a place; undefined if no index has the order, or if the place is too
   * far from the beginning.
   */
  #walkFrom(offset: number, limit: number): WindowPosition[] | undefined {
    const merged =
      offset < this.#walkMax ? this.#merged(undefined, false, offset + limit) : undefined
    if (merged === undefined) return undefined
    const found: WindowPosition[] = []
    for (let looked = 0, taken = 0; looked < this.#walkMax; looked++) {
      const row = merged.next()
      if (row === undefined) return found
      if (!row.fits || ++taken <= offset) continue
      found.push({ number: row.number, key: row.key })
      if (found.length === limit) return found
    }
    return undefined
  }

  #around(centre: WindowPosition, limit: number, offset: number | undefined): WindowRows {
    const back = this.#read({ at: centre, isIncluded: false }, true, limit + 1)
    const on = this.#read({ at: centre, isIncluded: true }, false, limit + 1)
    const onwards = Math.min(on.length, limit - Math.min(back.length, Math.floor(limit / 2)))
    const backwards = Math.min(back.length, limit - onwards)
    return {
      rows: [...back.slice(0, backwards).reverse(), ...on.slice(0, onwards)],
      hasBefore: back.length > backwards,
      hasAfter: on.length > onwards,
      ...(offset === undefined ? {} : { firstOffset: offset - backwards }),
    }
  }

  /** True if there is a row on the other side of the page. */
  #isAnyPast(first: WindowPosition | undefined, start: Start, isBack: boolean): boolean {
    const from =
      first === undefined ? { ...start, isIncluded: true } : { at: first, isIncluded: false }
    const walked = this.#walk(from, isBack, 1, Math.min(this.#walkMax, NEIGHBOUR_WALK_MAX))
    if (walked !== undefined) return walked.length > 0
    this.#checkScan()
    return this.#scan.isAny(from, this.#isFalling(isBack))
  }

  #centre(place: WindowPlace & { readonly edge: 'around' }): WindowPosition {
    const { from, anchor, offset } = place
    if (offset !== undefined) return this.#positionAt(offset)
    const anchored = anchor === undefined ? undefined : this.#scan.positionOf(anchor)
    if (anchored !== undefined) return anchored
    if (from !== undefined) return this.#positionOf(from)
    const { noun } = this.#source
    throw new WindowRefusal('anchor', say('not_found.anchor', { noun, anchor: String(anchor) }))
  }

  #positionAt(offset: number): WindowPosition {
    const [found] = this.#readFrom(offset, 1)
    if (found === undefined) throw new WindowRefusal('offset', BEYOND_THE_COUNT)
    return found
  }

  #positionOf(from: WindowPosition | TracedPosition): WindowPosition {
    if ('key' in from) return from
    const found = this.#scan.positionOf(from.number, true)
    if (found !== undefined && digestOf(found) === from.digest) return found
    throw new WindowRefusal('cursor', say('field.row_moved'))
  }

  /** The rows beyond a place, nearest first. */
  #read(start: Start | undefined, isBack: boolean, limit: number): WindowPosition[] {
    const walked = this.#query.isPointed
      ? undefined
      : this.#walk(start, isBack, limit, this.#walkMax)
    if (walked !== undefined) return walked
    this.#checkScan()
    return this.#scan.read(start, this.#isFalling(isBack), limit)
  }

  /** Reads along an index; undefined if none has the order, or if too few rows match. */
  #walk(
    start: Start | undefined,
    isBack: boolean,
    limit: number,
    lookedMax: number,
  ): WindowPosition[] | undefined {
    const merged = this.#merged(start, isBack, limit)
    if (merged === undefined) return undefined
    const found: WindowPosition[] = []
    for (let looked = 0; looked < lookedMax; looked++) {
      const row = merged.next()
      if (row === undefined) return found
      if (!row.fits) continue
      found.push({ number: row.number, key: row.key })
      if (found.length === limit) return found
    }
    return undefined
  }

  /** Merges streams of rows; undefined if no index has the order. */
  #merged(start: Start | undefined, isBack: boolean, about: number): MergedRows | undefined {
    const isFalling = this.#isFalling(isBack)
    const streams = this.#source.streams(isFalling)
    if (streams === undefined) return undefined
    const { compare } = this.#query
    return new MergedRows(
      streams,
      start,
      (a, b) => (compare(a.key, b.key) || a.number - b.number) * (isFalling ? -1 : 1),
      about,
    )
  }

  #isFalling(isBack: boolean): boolean {
    return this.#query.sort.isFalling !== isBack
  }

  #checkScan(): void {
    if (!this.#isChecked) this.#checkBound()
    this.#isChecked = true
  }
}

/** A position for a cursor: a digest replaces a key that is too long. */
export function cursorPosition(position: WindowPosition): WindowPosition | TracedPosition {
  const isShort = Buffer.byteLength(JSON.stringify(position.key)) <= TOLD_KEY_BYTES_MAX
  return isShort ? position : { number: position.number, digest: digestOf(position) }
}

function digestOf({ key }: WindowPosition): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 22)
}
