import type { Login, UnixMs } from '../../../engine/units.js'
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

/** Writes the tables of marks. Only the projector uses this. */

/** A history that lacks the marks below this place. */
export interface UnmarkedHistory extends HistoryPlace {
  readonly login: Login
  readonly kind: HistoryKind
}

export interface HistoryMark extends UnmarkedHistory {
  readonly at: UnixMs
  /** The sums of the mark, in the order of the kind's sums; undefined if unknown. */
  readonly sums: readonly number[] | undefined
}

export const historyMarkWrites = perDatabase((db: Sqlite) => {
  const marks = {
    orders: marksOf(db, 'orders'),
    deals: marksOf(db, 'deals'),
    closed: marksOf(db, 'closed'),
  }
  const selectUnmarked = db.prepare<[], UnmarkedHistory>('SELECT * FROM unmarked_histories LIMIT 1')
  const setUnmarked = db.prepare<[number, string, number, number]>(
    'INSERT OR REPLACE INTO unmarked_histories (login, kind, ordinal, id) VALUES (?, ?, ?, ?)',
  )
  const removeUnmarked = db.prepare<[number, string]>(
    'DELETE FROM unmarked_histories WHERE login = ? AND kind = ?',
  )
  return {
    /** Marks a place, a multiple of `MARK_EVERY`. */
    add({ kind, login, ordinal, id, at }: HistoryMark, sums: readonly number[]): void {
      marks[kind].insert.run(login, ordinal, id, at, ...sums)
    },
    /**
     * Adds a mark and computes its sums from the tables. Omits the sums if some of its rows are
     * missing.
     */
    addSummed({ kind, login, ordinal, id }: UnmarkedHistory): void {
      marks[kind].insertSummed.run(id, MARK_EVERY, login, ordinal, id)
    },
    /** The place that is this many rows older. */
    back({ kind, ordinal, id }: UnmarkedHistory, rows: number): HistoryPlace | undefined {
      const [passed, previous] = marks[kind].selectBack.get(id, rows) ?? [0, 0]
      return passed === rows ? { ordinal: ordinal - rows, id: previous } : undefined
    },
    /** One of the histories that still have no marks. */
    unmarked: (): UnmarkedHistory | undefined => selectUnmarked.get(),
    unmarkedFrom({ login, kind, ordinal, id }: UnmarkedHistory): void {
      setUnmarked.run(login, kind, ordinal, id)
    },
    marked: ({ login, kind }: UnmarkedHistory): void => {
      removeUnmarked.run(login, kind)
    },
    forget(kind: HistoryKind, login: Login): void {
      marks[kind].remove.run(login)
    },
  }
})

function marksOf(db: Sqlite, kind: HistoryKind) {
  const { marks } = HISTORIES[kind]
  const names = sumNames(kind)
  const sums = names.map((name) => `, sum(sum_${name})`).join('')
  const columns = ['login', 'ordinal', 'id', 'at', ...names]
  const into = `INSERT OR REPLACE INTO ${marks} (${columns.join(', ')})`
  return {
    insert: db.prepare<number[]>(`${into} VALUES (${columns.map(() => '?').join(', ')})`),
    insertSummed: db.prepare<number[]>(
      `${into}
       ${backSql(kind, { isSummed: true })}
       SELECT ?, ?, ?, max(at)${sums} FROM back HAVING count(*) = ${MARK_EVERY}`,
    ),
    selectBack: db
      .prepare<[number, number], [number, number]>(
        `${backSql(kind)} SELECT n, previous_id FROM back ORDER BY n DESC LIMIT 1`,
      )
      .raw(),
    remove: db.prepare<[number]>(`DELETE FROM ${marks} WHERE login = ?`),
  }
}
