import { shapeOf } from '../../../engine/config/transfer/exported.js'
import { keyOfFields } from '../../../engine/config/transfer/imported.js'
import type { TransferKind } from '../../../engine/config/transfer/kinds.js'
import { TRANSFER_KEY_MAX } from '../../../engine/limits/transfer.js'
import { withReadCells } from '../../../wire/schema/settings/cells.js'
import { schemaOf } from '../../../wire/schema/settings/config-kinds.js'

/** The key of a record in a file; empty if its fields are not a valid key. */
export function fileKey(kind: TransferKind, fields: Readonly<Record<string, unknown>>): string {
  const { keyFields } = shapeOf(kind)
  if (keyFields.length === 0) return keyOfFields(kind, {})
  const create = schemaOf(kind, 'create')
  const { properties: types } = create as unknown as {
    readonly properties: Readonly<Record<string, { readonly type?: string }>>
  }
  const own = Object.fromEntries(keyFields.map((field) => [field, fields[field]]))
  const cells = withReadCells(create, own)
  const isKey = keyFields.every((field) => {
    const value = cells[field]
    const type = types[field]?.type === 'integer' ? 'number' : 'string'
    return value === undefined || typeof value === type
  })
  const isNamed = keyFields.some((field) => cells[field] !== undefined)
  return isKey && isNamed ? keyOfFields(kind, cells).slice(0, TRANSFER_KEY_MAX) : ''
}
