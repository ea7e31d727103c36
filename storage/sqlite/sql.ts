import type { Sqlite, Statement } from './open.js'

/** A part of statements that is the same at each call, such as a list of columns. */
export class SqlPart {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

export function sqlPart(strings: TemplateStringsArray): SqlPart {
  return new SqlPart(strings.join(''))
}

type Template = TemplateStringsArray
type Columns = Readonly<Record<string, unknown>>
type Known = Statement<unknown[], unknown>

/**
 * Statements of one database, each written where it is used: what stands between braces is bound, never text of SQL.
 *
 *   S1. A statement is prepared at its first use and kept by its place in the code: a thread that only reads prepares
 *       nothing that writes.
 *   S2. Its parts are constants: they are looked at when it is prepared, and no more.
 *   S3. A flag is bound as 0 or 1; lists and objects are JSON, which whoever writes says (`json`).
 */
export class Sql {
  readonly #db: Sqlite
  readonly #kept = new WeakMap<Template, Known>()
  readonly #written = new Map<string, Known>()

  constructor(db: Sqlite) {
    this.#db = db
  }

  all<Row>(text: Template, ...values: unknown[]): Row[] {
    return this.#of(text, values).all(...bound(values)) as Row[]
  }

  iterate<Row>(text: Template, ...values: unknown[]): IterableIterator<Row> {
    return this.#of(text, values).iterate(...bound(values)) as IterableIterator<Row>
  }

  get<Row>(text: Template, ...values: unknown[]): Row | undefined {
    return this.#of(text, values).get(...bound(values)) as Row | undefined
  }

  /** The first column of the first row. */
  value<Value>(text: Template, ...values: unknown[]): Value | undefined {
    return this.#of(text, values, true).get(...bound(values)) as Value | undefined
  }

  /** The first column of each row. */
  values<Value>(text: Template, ...values: unknown[]): Value[] {
    return this.#of(text, values, true).all(...bound(values)) as Value[]
  }

  /** Answers how many rows changed. */
  run(text: Template, ...values: unknown[]): number {
    return this.#of(text, values).run(...bound(values)).changes
  }

  /** Answers the new row's id; undefined where the row is there already, and `or` ignores it. */
  insert(table: string, row: Columns, or = ''): number | undefined {
    const names = Object.keys(row)
    const marks = names.map(() => '?')
    const text = `INSERT ${or} INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`
    const { changes, lastInsertRowid } = this.#ofText(text).run(...bound(Object.values(row)))
    return changes === 0 ? undefined : Number(lastInsertRowid)
  }

  /** Sets columns of the rows that have these values; answers how many changed. */
  update(table: string, change: Columns, where: Columns): number {
    const given = (row: Columns) => Object.keys(row).map((name) => `${name} = ?`)
    const text = `UPDATE ${table} SET ${given(change).join(', ')} WHERE ${given(where).join(' AND ')}`
    const values = [...Object.values(change), ...Object.values(where)]
    return this.#ofText(text).run(...bound(values)).changes
  }

  #ofText(text: string): Known {
    const known = this.#written.get(text)
    if (known !== undefined) return known
    const statement = this.#db.prepare<unknown[]>(text) as Known
    this.#written.set(text, statement)
    return statement
  }

  #of(text: Template, values: readonly unknown[], isPlucked = false): Known {
    let statement = this.#kept.get(text)
    if (statement !== undefined) return statement
    const parts = values.map((value) => (value instanceof SqlPart ? value.text : '?'))
    statement = this.#db.prepare<unknown[]>(String.raw({ raw: text }, ...parts)) as Known
    if (isPlucked) statement.pluck()
    this.#kept.set(text, statement)
    return statement
  }
}

export const json = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value)

function bound(values: readonly unknown[]): unknown[] {
  return values
    .filter((value) => !(value instanceof SqlPart))
    .map((value) => (typeof value === 'boolean' ? Number(value) : (value ?? null)))
}
