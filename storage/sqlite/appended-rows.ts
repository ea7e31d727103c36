import { assert } from '../../engine/assert.js'
import type { Sqlite, Statement } from './open.js'

/**
 * Rows that are added to a table in the order of its key, several with one call.
 *
 *   A1. What a column usually holds stands in the statement, for to hand a value over costs more than to
 *       store it: for each set of columns that are as usual there is a statement.
 *   A2. Values are set in `next`, one array for all rows, and `add` takes them from there: arrays made for
 *       each row cost as much as the decoding of the record that it comes from.
 *   A3. Rows wait until there are `ROWS` of one set, or one of another set comes: rows are written in the
 *       order in which they were added, since pages fill up in that order. `flush` writes what waits.
 *
 * Measured on a deal's 23 columns: 1.4 µs a row instead of 2.1.
 */
export type Cell = number | string

export interface Column {
  readonly name: string
  /** The value that it nearly always has. */
  readonly usual?: Cell
}

const ROWS = 16
const GUESSES_MAX = 30
/** The most statements that are kept: in rows of a set that comes later every value is handed over. */
const SETS_MAX = 32

export class AppendedRows {
  /** The values of the row that `add` is about to take, in the order of the columns. */
  readonly next: Cell[]
  readonly #db: Sqlite
  readonly #table: string
  readonly #columns: readonly Column[]
  readonly #guessed: readonly number[]
  readonly #sets = new Map<number, RowSet>()
  readonly #usual: readonly Cell[]
  #mask = 0
  #set: RowSet
  /** The values of the set's columns, row after row; those below `#length` wait. */
  #waiting: Cell[]
  #length = 0

  constructor(db: Sqlite, table: string, columns: readonly Column[]) {
    this.#db = db
    this.#table = table
    this.#columns = columns
    this.next = columns.map(() => 0)
    this.#guessed = columns.flatMap(({ usual }, index) => (usual === undefined ? [] : [index]))
    this.#usual = columns.flatMap(({ usual }) => (usual === undefined ? [] : [usual]))
    assert(this.#guessed.length <= GUESSES_MAX, 'a bit for each column with a usual value')
    assert(this.#guessed.length < columns.length, 'the key has no usual value')
    this.#set = this.#setOf(0)
    this.#waiting = roomFor(this.#set)
  }

  add(): void {
    const { next } = this
    const guessed = this.#guessed
    const usual = this.#usual
    let mask = 0
    for (let bit = 0; bit < guessed.length; bit++) {
      if (next[guessed[bit] as number] === usual[bit]) mask |= 1 << bit
    }
    if (mask !== this.#mask) this.#change(mask)
    const { bound, many } = this.#set
    const waiting = this.#waiting
    let length = this.#length
    for (let i = 0; i < bound.length; i++) waiting[length++] = next[bound[i] as number] as Cell
    this.#length = length
    if (length < waiting.length) return
    many.run(...waiting)
    this.#length = 0
  }

  flush(): void {
    const { bound, one } = this.#set
    for (let start = 0; start < this.#length; start += bound.length) {
      one.run(...this.#waiting.slice(start, start + bound.length))
    }
    this.#length = 0
  }

  /** The transaction was undone. */
  forget(): void {
    this.#length = 0
  }

  #change(mask: number): void {
    this.flush()
    this.#mask = mask
    this.#set = this.#setOf(mask)
    this.#waiting = roomFor(this.#set)
  }

  #setOf(mask: number): RowSet {
    const known = this.#sets.get(mask)
    if (known !== undefined) return known
    if (this.#sets.size >= SETS_MAX) return this.#setOf(0)
    const set = this.#prepare(mask)
    this.#sets.set(mask, set)
    return set
  }

  #prepare(mask: number): RowSet {
    const bound: number[] = []
    const cells = this.#columns.map(({ usual }, column) => {
      const bit = this.#guessed.indexOf(column)
      if (usual !== undefined && (mask & (1 << bit)) !== 0) return literal(usual)
      bound.push(column)
      return '?'
    })
    const names = this.#columns.map(({ name }) => name).join(', ')
    const row = `(${cells.join(', ')})`
    const insert = (rows: number): Statement<Cell[]> =>
      this.#db.prepare(
        `INSERT INTO ${this.#table} (${names}) VALUES ${new Array(rows).fill(row).join(', ')}`,
      )
    return { bound, one: insert(1), many: insert(ROWS) }
  }
}

interface RowSet {
  /** The columns whose values are handed over, in their order. */
  readonly bound: readonly number[]
  readonly one: Statement<Cell[]>
  readonly many: Statement<Cell[]>
}

function roomFor({ bound }: RowSet): Cell[] {
  return new Array<Cell>(bound.length * ROWS).fill(0)
}

function literal(value: Cell): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
