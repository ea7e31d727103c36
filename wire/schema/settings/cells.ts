import type { TSchema } from '../../types/scalars.js'

/**
 * Converts table cells: parses the text of number and flag fields. Text that cannot be parsed stays
 * as it is, so that validation reports it.
 */
export function withReadCells(
  schema: TSchema,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { properties } = schema as unknown as { readonly properties: Record<string, FieldSchema> }
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    read[name] = typeof value === 'string' && field !== undefined ? readCell(field, value) : value
  }
  return read
}

interface FieldSchema {
  readonly type?: string
  readonly anyOf?: readonly FieldSchema[]
}

const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/

function readCell({ type, anyOf = [] }: FieldSchema, cell: string): unknown {
  const types = [type, ...anyOf.map((one) => one.type)]
  if (types.includes('string')) return cell
  const text = cell.trim()
  if (types.includes('null') && text === '') return null
  if (types.includes('boolean')) return FLAGS.get(text.toLowerCase()) ?? cell
  const isNumber = types.includes('integer') || types.includes('number')
  return isNumber && NUMBER.test(text) ? Number(text) : cell
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])
