import type { Sqlite, Statement } from './open.js'

/** A constant part of statements, such as a list of columns. */
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
 * Statements of one database, each written where it is used: values between braces are bound and
 * never become SQL text.
 *
 *   - A statement is prepared at its first use and cached by its place in the code, so a thread
 *     that only reads prepares no writes.
 *   - Its `SqlPart`s are constants: they are only read when it is prepared.
 *   - A boolean is bound as 0 or 1; lists and objects must be passed as JSON (`json`).
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

  /** Reads the first column of every row. */
  values<Value>(text: Template, ...values: unknown[]): Value[] {
    return this.#of(text, values, true).all(...bound(values)) as Value[]
  }

  /** Runs a statement and returns the number of changed rows. */
  run(text: Template, ...values: unknown[]): number {
    return this.#of(text, values).run(...bound(values)).changes
  }

  /** Returns the new row's id; undefined if the row exists already and `or` is ignore. */
  insert(table: string, row: Columns, or = ''): number | undefined {
    const names = Object.keys(row)
    const marks = names.map(() => '?')
    const text = `INSERT ${or} INTO ${table} (${names.join(', ')}) VALUES (${marks.join(', ')})`
    const { changes, lastInsertRowid } = this.#ofText(text).run(...bound(Object.values(row)))
    return changes === 0 ? undefined : Number(lastInsertRowid)
  }

  /** Sets columns of the rows with these values. Returns the number of changed rows. */
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
