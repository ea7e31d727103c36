import { assert } from '../../engine/assert.js'
import type { Sqlite } from '../sqlite/open.js'
import type { RowChange, RowKind, RowValue, TableShape } from './row-change.js'
import { tableShapes } from './table-shapes.js'

/**
 * Collects the rows that one connection changes, in order.
 *
 *   - Triggers that exist only on this connection call a function of it, so changes of other
 *     connections are not included.
 *   - A row that another one replaces is deleted first, because replacing fires no delete trigger.
 */
const FUNCTION = 'row_changed'
const KINDS: readonly RowKind[] = ['insert', 'update', 'delete']

export class RowCollector {
  #changes: RowChange[] = []

  constructor(db: Sqlite) {
    const shapes = tableShapes(db)
    db.pragma('recursive_triggers = ON')
    db.function(FUNCTION, { varargs: true }, (table, kind, ...values) => {
      this.#add(shapes[Number(table)], KINDS[Number(kind)], values as RowValue[])
      return null
    })
    shapes.forEach((shape, place) => {
      for (const [at, kind] of KINDS.entries()) db.exec(triggerOf(shape, place, kind, at))
    })
  }

  get isEmpty(): boolean {
    return this.#changes.length === 0
  }

  take(): readonly RowChange[] {
    const changes = this.#changes
    this.#changes = []
    return changes
  }

  #add(shape: TableShape | undefined, kind: RowKind | undefined, values: RowValue[]): void {
    assert(shape !== undefined && kind !== undefined, 'a trigger names its table')
    const { name: table, key } = shape
    if (kind === 'insert') this.#changes.push({ table, kind, key: [], row: values })
    else {
      const [old, row] = [values.slice(0, key.length), values.slice(key.length)]
      this.#changes.push({ table, kind, key: old, row })
    }
  }
}

function triggerOf(shape: TableShape, place: number, kind: RowKind, at: number): string {
  const { name, columns, key } = shape
  const before = kind === 'insert' ? [] : key.map((column) => `OLD."${column}"`)
  const after = kind === 'delete' ? [] : columns.map((column) => `NEW."${column}"`)
  const values = [place, at, ...before, ...after].join(', ')
  return `CREATE TEMP TRIGGER "${name}_${kind}_collected" AFTER ${kind.toUpperCase()} ON main."${name}"
    BEGIN SELECT ${FUNCTION}(${values}); END`
}
