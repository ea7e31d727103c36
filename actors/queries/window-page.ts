import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { because, say } from '../../engine/reasons/reasons.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { WindowAsk } from '../../storage/sqlite/window/query.js'
import { cursorPosition, type Window, WindowRefusal } from '../../storage/sqlite/window/window.js'
import type { TracedPosition, WindowPlace, WindowPosition } from '../../wire/window/window.js'
import { accept, type Outcome } from '../thread/ask.js'

/**
 * The common parts of pages and counts of windows, for rows of any kind. Each is read from one
 * snapshot.
 */
export const WINDOW_LIMIT_MAX = 100
/** The maximum number of rows that one page or count may read. */
export const WINDOW_SCAN_MAX = 2_000_000

export interface WindowPage<Item> {
  readonly items: readonly Item[]
  /** The position of the page's first and last row; null if it has none. */
  readonly first: WindowPosition | TracedPosition | null
  readonly last: WindowPosition | TracedPosition | null
  readonly hasBefore: boolean
  readonly hasAfter: boolean
  /** The number of rows before the first one; null if no offset was requested. */
  readonly firstOffset: number | null
  readonly projectionSeq: number
  readonly isPending: boolean
}

export interface WindowTotal {
  /** The total; null while the projection has not reached the fence. */
  readonly total: number | null
  readonly projectionSeq: number
}

/** If the projection has not reached this record, the answer says only that. */
export interface Fenced {
  readonly minProjectionSeq?: number
}

export interface WindowPageAsk extends Fenced {
  readonly place: WindowPlace
  readonly limit: number
}

const EMPTY = {
  items: [],
  first: null,
  last: null,
  hasBefore: false,
  hasAfter: false,
  firstOffset: null,
}

export function windowReader(db: Sqlite, projection: { seq(): number }) {
  return {
    /** Reads a page. `itemsOf` creates the rows with these ids, in order. */
    page<Query extends WindowAsk, Item>(
      window: Window<Query>,
      asked: Query & WindowPageAsk,
      itemsOf: (numbers: readonly number[]) => readonly Item[],
    ): Outcome<WindowPage<Item>> {
      const { place, limit, minProjectionSeq = 0 } = asked
      if (!Number.isSafeInteger(limit) || limit < 1 || limit > WINDOW_LIMIT_MAX) {
        return refuseField('limit', say('field.one_to', { max: WINDOW_LIMIT_MAX }))
      }
      return read(db, () => {
        const projectionSeq = projection.seq()
        if (projectionSeq < minProjectionSeq) {
          return accept({ ...EMPTY, projectionSeq, isPending: true })
        }
        const { rows, hasBefore, hasAfter, firstOffset = null } = window.page(asked, place, limit)
        const [first, last] = [rows[0], rows.at(-1)]
        return accept({
          items: itemsOf(rows.map(({ number }) => number)),
          first: first === undefined ? null : cursorPosition(first),
          last: last === undefined ? null : cursorPosition(last),
          hasBefore,
          hasAfter,
          firstOffset,
          projectionSeq,
          isPending: false,
        })
      })
    },
    /** The ids of all rows, in order; more than `max` are refused. */
    numbers<Query extends WindowAsk>(
      window: Window<Query>,
      asked: Query,
      max: number,
    ): Outcome<readonly number[]> {
      return read(db, () => {
        const { rows, hasAfter } = window.page(asked, { edge: 'first' }, max)
        if (hasAfter) return because('too_large.rows', { max })
        return accept(rows.map(({ number }) => number))
      })
    },
    /** The count, with the result of `readAll` from the same snapshot. */
    whole<Query extends WindowAsk, Answer extends object>(
      window: Window<Query>,
      asked: Query & Fenced,
      readAll: (total: number) => Answer,
    ): Outcome<WindowTotal & Partial<Answer>> {
      return read(db, () => {
        const projectionSeq = projection.seq()
        const isPending = projectionSeq < (asked.minProjectionSeq ?? 0)
        if (isPending)
          return accept({ total: null, projectionSeq } as WindowTotal & Partial<Answer>)
        const total = window.count(asked)
        return accept({ total, projectionSeq, ...readAll(total) })
      })
    },
    count<Query extends WindowAsk>(
      window: Window<Query>,
      asked: Query & Fenced,
    ): Outcome<WindowTotal> {
      return read(db, () => {
        const projectionSeq = projection.seq()
        const isPending = projectionSeq < (asked.minProjectionSeq ?? 0)
        return accept({ total: isPending ? null : window.count(asked), projectionSeq })
      })
    },
  }
}

function read<Answer>(db: Sqlite, reads: () => Answer): Answer | Refusal {
  try {
    return inSnapshot(db, reads)
  } catch (error) {
    if (!(error instanceof WindowRefusal)) throw error
    if (error.what === 'anchor') return { ok: false, code: 'not_found', ...error.said }
    return refuseField(error.what, error.said)
  }
}
