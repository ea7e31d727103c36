import { findErrors } from '../../wire/check/validate.js'
import type { CsvRecord } from '../../wire/format/csv.js'
import { ImportedRecord } from '../../wire/schema/accounts/account-import.js'
import type { Static } from '../../wire/types/scalars.js'

/** A record of an import: table cells named like the fields of the create request. */
export type ImportedFields = Static<typeof ImportedRecord>

const TYPES = new Map(
  Object.entries(ImportedRecord.properties).map(([name, schema]) => {
    return [name, (schema as { readonly type?: string }).type ?? 'string']
  }),
)
const REQUIRED = 'group'
const WHOLE = /^-?\d{1,16}$/
const FLAG = /^(true|false)$/i

/** The first error in the column names, with its column; null if there is none. */
export function headerFault({
  cells,
  columns,
}: CsvRecord): { readonly column: number; readonly says: string } | null {
  const seen = new Set<string>()
  for (const [at, name] of cells.entries()) {
    const says = !TYPES.has(name) ? unknown(name) : seen.has(name) ? `${name} is there twice` : null
    if (says !== null) return { column: columns[at] ?? 1, says }
    seen.add(name)
  }
  if (seen.has(REQUIRED)) return null
  return { column: columns[0] ?? 1, says: `the header lacks the column ${REQUIRED}` }
}

const NAME_SHOWN_MAX = 64

function unknown(name: string): string {
  return `there is no field ${JSON.stringify(name.slice(0, NAME_SHOWN_MAX))} to import`
}

/**
 * Converts cells to fields. An empty cell means that the field is omitted. Returns only the first
 * error.
 */
export function recordFields(
  names: readonly string[],
  cells: readonly string[],
): { readonly fields: ImportedFields } | { readonly error: string } {
  if (cells.length !== names.length) {
    return { error: `The record has ${cells.length} cells, the header ${names.length}.` }
  }
  const fields: Record<string, unknown> = {}
  for (const [at, name] of names.entries()) {
    const cell = cells[at] ?? ''
    if (cell !== '') fields[name] = cellValue(cell, TYPES.get(name))
  }
  const wrong = findErrors(ImportedRecord, fields, Number.POSITIVE_INFINITY)?.[0]
  if (wrong !== undefined) return { error: `${wrong.path}: ${wrong.message}` }
  return { fields: fields as ImportedFields }
}

/**
 * Converts a cell to its field's type. Text that does not look like that type stays text, so that
 * validation refuses it.
 */
function cellValue(cell: string, type: string | undefined): unknown {
  if (type === 'integer' && WHOLE.test(cell)) return Number(cell)
  if (type === 'boolean' && FLAG.test(cell)) return cell.toLowerCase() === 'true'
  return cell
}
