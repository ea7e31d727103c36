import { createHash } from 'node:crypto'
import type { TracedPosition, WindowPlace, WindowPosition } from '../../../wire/thread/window.js'
import type { Sqlite } from '../open.js'
import { Statements } from '../statements.js'
import { AmountCounts, type AmountsTable } from './amount-counts.js'
import type { WindowColumns } from './columns.js'
import { GroupRows, type Start } from './group-rows.js'
import { MergedRows } from './merged-rows.js'
import { type WindowAsk, type WindowQuery, windowQuery } from './query.js'
import { Scan } from './scan.js'

/**
 * Pages of a list of rows that belong to groups, each row with a login.
 *
 *   W1. The order is total: by the key, and rows of one key by login. A page begins at a place in it,
 *       which need not be that of a row any more.
 *   W2. Where an index has the order, the groups' rows are merged from it, and a page costs the same
 *       at any place.
 *   W3. Where it has not, and where the filter takes less than a hundredth or so of the rows, the page
 *       is a scan of the groups. A scan of more than `scanMax` rows is refused.
 */
export interface WindowOptions {
  readonly table: string
  readonly columns: WindowColumns
  readonly scanMax: number
  /** The table that has the amounts of rows, by login, and the index that has a group's rows by login. */
  readonly amounts?: AmountsTable
  /** Rows that are looked at one by one before a scan is worth it. */
  readonly walkMax?: number
  /** The most rows before an offset that are passed one by one. */
  readonly passedMax?: number
}

export interface WindowRows {
  readonly rows: readonly WindowPosition[]
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** How many rows come before the first one; only where the page was asked for by an offset. */
  readonly firstOffset?: number
}

type RefusedPart = 'anchor' | 'cursor' | 'offset' | 'filter' | 'sort'

/** A page that cannot be answered; `what` is the parameter that asks for it. */
export class WindowRefusal extends Error {
  override readonly name = 'WindowRefusal'
  readonly what: RefusedPart

  constructor(what: RefusedPart, message: string) {
    super(message)
    this.what = what
  }
}

const BEYOND_THE_COUNT = 'must be less than the count'
const WALK_MAX = 10_000
const NEIGHBOUR_WALK_MAX = 500
const PASSED_MAX = 256
/** The longest JSON of a key: a longer one does not go into a cursor. */
const TOLD_KEY_BYTES_MAX = 300

export class Window {
  readonly #db: Sqlite
  readonly #options: WindowOptions
  readonly #statements: Statements
  readonly #amounts: AmountCounts | undefined

  constructor(db: Sqlite, options: WindowOptions) {
    const { table, columns, amounts } = options
    this.#db = db
    this.#options = options
    this.#statements = new Statements(db)
    this.#amounts =
      amounts === undefined
        ? undefined
        : new AmountCounts(this.#statements, { ...amounts, rows: table, columns })
  }

  /** Reads a page in the caller's snapshot. Throws a `WindowRefusal`. */
  page(asked: WindowAsk, place: WindowPlace, limit: number): WindowRows {
    const { table, columns } = this.#options
    const query = windowQuery(asked, table, columns)
    const reader = new Reader(this.#statements, query, this.#options, () => this.#checkBound(query))
    return asked.groups.length === 0 ? reader.nothing(place) : reader.page(place, limit)
  }

  count(asked: WindowAsk): number {
    const { table, columns } = this.#options
    const query = windowQuery(asked, table, columns)
    if (asked.conditions.length > 0) this.#checkBound(query)
    if (this.#amounts?.isAskedIn(asked) === true) return this.#amounts.count(asked)
    return new Scan(this.#statements, query).count()
  }

  #checkBound({ conditions, groupsText, isPointed }: WindowQuery): void {
    const { table, scanMax } = this.#options
    if (isPointed) return
    const all = this.#statements.of(`SELECT count(*) FROM ${table}`).pluck().get() as number
    if (all <= scanMax) return
    const within = this.#db
      .prepare<[string, number], number>(
        `SELECT count(*) FROM (SELECT 1 FROM json_each(?) AS f CROSS JOIN ${table} AS a
           ON a.group_path = (f.value ->> 'path') COLLATE NOCASE LIMIT ?)`,
      )
      .pluck()
      .get(groupsText, scanMax + 1) as number
    if (within <= scanMax) return
    throw new WindowRefusal(
      conditions.length > 0 ? 'filter' : 'sort',
      `needs a look at more than ${scanMax} rows: ask for fewer groups or for logins`,
    )
  }
}

class Reader {
  readonly #statements: Statements
  readonly #query: WindowQuery
  readonly #scan: Scan
  readonly #walkMax: number
  readonly #passedMax: number
  readonly #checkBound: () => void
  #isChecked = false

  constructor(
    statements: Statements,
    query: WindowQuery,
    { walkMax = WALK_MAX, passedMax = PASSED_MAX }: WindowOptions,
    checkBound: () => void,
  ) {
    this.#walkMax = walkMax
    this.#passedMax = passedMax
    this.#statements = statements
    this.#query = query
    this.#scan = new Scan(statements, query)
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

  /** An empty window has its beginning, too, and no other place. */
  #from(offset: number, limit: number): WindowRows {
    const read = this.#readFrom(offset, limit + 1)
    if (read.length === 0 && offset > 0) throw new WindowRefusal('offset', BEYOND_THE_COUNT)
    const rows = read.slice(0, limit)
    return { rows, hasBefore: offset > 0, hasAfter: read.length > limit, firstOffset: offset }
  }

  #readFrom(offset: number, limit: number): WindowPosition[] {
    const { index, filter, groups } = this.#query
    if (groups.length === 0) return []
    if (offset === 0) return this.#read(undefined, false, limit)
    if (index !== undefined && filter === '') {
      const at = this.#merged(index, undefined, false, 1)
      const first = at.pass(offset, this.#passedMax) ? at.next() : undefined
      return first === undefined ? [] : this.#read({ at: first, isIncluded: true }, false, limit)
    }
    this.#checkScan()
    return this.#scan.read(undefined, this.#isFalling(false), limit, offset)
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

  /** True when there is a row on the side that the page was read away from. */
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
    throw new WindowRefusal('anchor', `There is no account ${anchor} in this window.`)
  }

  #positionAt(offset: number): WindowPosition {
    const [found] = this.#readFrom(offset, 1)
    if (found === undefined) throw new WindowRefusal('offset', BEYOND_THE_COUNT)
    return found
  }

  #positionOf(from: WindowPosition | TracedPosition): WindowPosition {
    if ('key' in from) return from
    const found = this.#scan.positionOf(from.login, true)
    if (found !== undefined && digestOf(found) === from.digest) return found
    throw new WindowRefusal('cursor', 'the row that it stands at has changed: begin anew')
  }

  /** The rows beyond a place, the nearest first. */
  #read(start: Start | undefined, isBack: boolean, limit: number): WindowPosition[] {
    const walked = this.#query.isPointed
      ? undefined
      : this.#walk(start, isBack, limit, this.#walkMax)
    if (walked !== undefined) return walked
    this.#checkScan()
    return this.#scan.read(start, this.#isFalling(isBack), limit)
  }

  /** Undefined where no index has the order, and where the filter takes too few of the rows. */
  #walk(
    start: Start | undefined,
    isBack: boolean,
    limit: number,
    lookedMax: number,
  ): WindowPosition[] | undefined {
    const { index } = this.#query
    if (index === undefined) return undefined
    const merged = this.#merged(index, start, isBack, limit)
    const found: WindowPosition[] = []
    for (let looked = 0; looked < lookedMax; looked++) {
      const row = merged.next()
      if (row === undefined) return found
      if (!row.fits) continue
      found.push({ login: row.login, key: row.key })
      if (found.length === limit) return found
    }
    return undefined
  }

  #merged(index: string, start: Start | undefined, isBack: boolean, about: number): MergedRows {
    const isFalling = this.#isFalling(isBack)
    const query = { ...this.#query, index }
    const { groups, compare } = query
    return new MergedRows(
      groups.map((group) => new GroupRows(this.#statements, query, group, isFalling)),
      start,
      (a, b) => (compare(a.key, b.key) || a.login - b.login) * (isFalling ? -1 : 1),
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

/** A position as a cursor tells it: with a digest in the place of a key that is too long. */
export function toldPosition(position: WindowPosition): WindowPosition | TracedPosition {
  const isShort = Buffer.byteLength(JSON.stringify(position.key)) <= TOLD_KEY_BYTES_MAX
  return isShort ? position : { login: position.login, digest: digestOf(position) }
}

function digestOf({ key }: WindowPosition): string {
  return createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 22)
}
