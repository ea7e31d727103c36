import type { Sqlite, Statement } from './open.js'

/** A part of statements that is the same at each call, such as a list of columns. */
export class SqlPart {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function sqlPart(strings: TemplateStringsArray): SqlPart {
  return new SqlPart(strings.join(''))
}

type Template = TemplateStringsArray
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
  readonly #inserts = new Map<string, Known>()

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
  insert(table: string, row: Readonly<Record<string, unknown>>, or = ''): number | undefined {
    const names = Object.keys(row)
    const key = `${or} ${table} ${names}`
    let statement = this.#inserts.get(key)
    if (statement === undefined) {
      const into = `INSERT ${or} INTO ${table} (${names.join(', ')})`
      const text = `${into} VALUES (${names.map(() => '?').join(', ')})`
      statement = this.#db.prepare<unknown[]>(text)
      this.#inserts.set(key, statement)
    }
    const { changes, lastInsertRowid } = statement.run(...bound(Object.values(row)))
    return changes === 0 ? undefined : Number(lastInsertRowid)
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
