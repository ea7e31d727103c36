import type { Login, UnixMs } from '../../../engine/units.js'
import { type HalfSums, halfSums, wholeSums } from '../../sqlite/exact-sums.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase } from '../../sqlite/statements.js'
import {
  backSql,
  HISTORIES,
  type HistoryKind,
  type HistoryPlace,
  MARK_EVERY,
  sumNames,
} from './history-marks.js'

/**
 * The history of one account by its marks, at a cost that does not grow with the history.
 *
 *   - A place or a time is reached from the next newer mark, so fewer than `MARK_EVERY` rows are
 *     read. A total adds the sums of marks, and reads the rows before the first and after the last
 *     of them.
 *   - Without marks, and for rows of one symbol, which only staff request, rows are read one by one
 *     at half a microsecond each.
 */
/** An account's history as its state describes it. */
export interface HistoryHead {
  readonly login: Login
  /** The id of the newest row; 0 if there is none. */
  readonly lastId: number
  readonly count: number
}

/**
 * The first and last ordinal of consecutive rows. `newest` is smaller than `oldest` if the range is
 * empty.
 */
export interface HistoryRange {
  readonly newest: number
  readonly oldest: number
}

export interface HistoryPage {
  /** Newest first. */
  readonly ids: readonly number[]
  readonly total: number
}

/** The sums by name, and the number of rows as `count`. */
export type HistorySums = Readonly<Record<string, bigint>>

export const historyRowsRepo = perDatabase((db: Sqlite) => ({
  orders: new HistoryRows(db, 'orders'),
  deals: new HistoryRows(db, 'deals'),
  closed: new HistoryRows(db, 'closed'),
}))

class HistoryRows {
  readonly #selectUp
  readonly #selectTime
  readonly #selectUntil
  readonly #selectIds
  readonly #selectLast
  readonly #selectIdsOf
  readonly #sumMarks
  readonly #sumRows
  readonly #sumRowsOf

  constructor(db: Sqlite, kind: HistoryKind) {
    const { marks } = HISTORIES[kind]
    const names = sumNames(kind)
    const back = backSql(kind)
    const summed = backSql(kind, { isSummed: true, hasSymbol: true })
    this.#selectUp = db.prepare<[number, number], HistoryPlace>(
      `SELECT ordinal, id FROM ${marks} WHERE login = ? AND ordinal >= ? ORDER BY ordinal LIMIT 1`,
    )
    this.#selectTime = db
      .prepare<[number, number], UnixMs>(`SELECT at FROM ${marks} WHERE login = ? AND ordinal = ?`)
      .pluck()
    this.#selectUntil = db
      .prepare<[number, number, UnixMs], [number, UnixMs]>(
        `${backSql(kind, { whilst: 'back.at > ?' })} SELECT n, at FROM back ORDER BY n DESC LIMIT 1`,
      )
      .raw()
    this.#selectIds = db
      .prepare<[number, number], number>(`${back} SELECT id FROM back ORDER BY n`)
      .pluck()
    this.#selectLast = db
      .prepare<[number, number], [number, number]>(
        `${back} SELECT n, id FROM back ORDER BY n DESC LIMIT 1`,
      )
      .raw()
    this.#selectIdsOf = db
      .prepare<[number, number, number], number>(
        `${backSql(kind, { hasSymbol: true })} SELECT id FROM back WHERE symbol_id = ? ORDER BY n`,
      )
      .pluck()
    this.#sumMarks = db
      .prepare<[number, number, number], HalfSums>(
        `SELECT ${halfSums(names)} FROM ${marks} WHERE login = ? AND ordinal BETWEEN ? AND ?`,
      )
      .safeIntegers()
    const ofRows = halfSums(names, 'sum_')
    this.#sumRows = db
      .prepare<[number, number], HalfSums>(`${summed} SELECT ${ofRows} FROM back`)
      .safeIntegers()
    this.#sumRowsOf = db
      .prepare<[number, number, number], HalfSums>(
        `${summed} SELECT ${ofRows} FROM back WHERE symbol_id = ?`,
      )
      .safeIntegers()
  }

  /** The rows between these times, both inclusive. */
  between(head: HistoryHead, from: UnixMs | undefined, to: UnixMs | undefined): HistoryRange {
    return {
      newest: to === undefined ? head.count : this.#newestUntil(head, to),
      oldest: from === undefined ? 1 : this.#newestUntil(head, from - 1) + 1,
    }
  }

  page(head: HistoryHead, range: HistoryRange, offset: number, limit: number): HistoryPage {
    const total = lengthOf(range)
    const rows = Math.min(limit, total - offset)
    if (rows <= 0) return { ids: [], total }
    return { ids: this.#selectIds.all(this.#idAt(head, range.newest - offset), rows), total }
  }

  pageOfSymbol(
    head: HistoryHead,
    range: HistoryRange,
    symbolId: number,
    offset: number,
    limit: number,
  ): HistoryPage {
    const [id, rows] = this.#walk(head, range)
    const ids = rows === 0 ? [] : this.#selectIdsOf.all(id, rows, symbolId)
    return { ids: ids.slice(offset, offset + limit), total: ids.length }
  }

  sums(head: HistoryHead, range: HistoryRange): HistorySums {
    const { newest, oldest } = range
    const last = newest - (newest % MARK_EVERY)
    const first = (Math.ceil((oldest - 1) / MARK_EVERY) + 1) * MARK_EVERY
    const marks = (last - first) / MARK_EVERY + 1
    if (marks < 1) return this.#walkedSums(head, range)
    const marked = wholeSums(this.#sumMarks.get(head.login, first, last))
    if (marked['count'] !== BigInt(marks)) return this.#walkedSums(head, range)
    return added([
      { ...marked, count: BigInt(marks * MARK_EVERY) },
      this.#walkedSums(head, { newest, oldest: last + 1 }),
      this.#walkedSums(head, { newest: first - MARK_EVERY, oldest }),
    ])
  }

  sumsOfSymbol(head: HistoryHead, range: HistoryRange, symbolId: number): HistorySums {
    const [id, rows] = this.#walk(head, range)
    return rows === 0 ? {} : wholeSums(this.#sumRowsOf.get(id, rows, symbolId))
  }

  #walkedSums(head: HistoryHead, range: HistoryRange): HistorySums {
    const [id, rows] = this.#walk(head, range)
    return rows === 0 ? {} : wholeSums(this.#sumRows.get(id, rows))
  }

  /** The id of the newest row in the range, and the number of rows. */
  #walk(head: HistoryHead, range: HistoryRange): [id: number, rows: number] {
    const rows = lengthOf(range)
    return [rows === 0 ? 0 : this.#idAt(head, range.newest), rows]
  }

  /** The id of the row at a place; 0 if a row on the way is missing. */
  #idAt(head: HistoryHead, ordinal: number): number {
    const from = this.#above(head, ordinal)
    const rows = from.ordinal - ordinal + 1
    const [passed, id] = this.#selectLast.get(from.id, rows) ?? [0, 0]
    return passed === rows ? id : 0
  }

  /** The ordinal of the newest row up to `at`; 0 if there is none. */
  #newestUntil(head: HistoryHead, at: UnixMs): number {
    const from = this.#above(head, this.#firstMarkAfter(head, at) * MARK_EVERY)
    const [passed, last] = this.#selectUntil.get(from.id, from.ordinal, at) ?? [0, at]
    return from.ordinal - passed + (passed > 0 && last <= at ? 1 : 0)
  }

  /** The number, from 1, of the first mark later than `at`. Missing marks count as the oldest. */
  #firstMarkAfter({ login, count }: HistoryHead, at: UnixMs): number {
    let low = 1
    let high = Math.floor(count / MARK_EVERY) + 1
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      if ((this.#selectTime.get(login, middle * MARK_EVERY) ?? 0) > at) high = middle
      else low = middle + 1
    }
    return low
  }

  /** The mark at a place, or the next newer one. After the newest mark it is the newest row. */
  #above({ login, lastId, count }: HistoryHead, ordinal: number): HistoryPlace {
    return this.#selectUp.get(login, ordinal) ?? { ordinal: count, id: lastId }
  }
}

function added(parts: readonly HistorySums[]): HistorySums {
  const sums: Record<string, bigint> = {}
  for (const part of parts) {
    for (const [name, value] of Object.entries(part)) sums[name] = (sums[name] ?? 0n) + value
  }
  return sums
}

function lengthOf({ newest, oldest }: HistoryRange): number {
  return Math.max(newest - oldest + 1, 0)
}
