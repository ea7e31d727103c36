import type { FormedItem, Mistakes } from '../../../actors/desk/settings/config-import.js'
import type { Refusal } from '../../../engine/code.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import { requestForm, withoutKey } from '../../../engine/config/transfer/imported.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import type { Fault } from '../../../engine/reasons/keyed-text.js'
import { findErrors } from '../../../wire/check/validate.js'
import { withReadCells } from '../../../wire/schema/settings/cells.js'
import { NOT_SET } from '../../../wire/schema/settings/config.js'
import {
  CONFIG_SCHEMAS,
  newRecordSchema,
  schemaOf,
} from '../../../wire/schema/settings/config-kinds.js'
import { Body, type TSchema } from '../../../wire/types/scalars.js'

type Fields = Readonly<Record<string, unknown>>

/** The field of each exported record that lists the omitted secrets. */
const REMOVED = 'export_removed'

/**
 * Checks a record from a file or list and converts its values. A record with an invalid key is
 * refused. Other errors are passed to the desk, which knows whether the record is new.
 */
export function checkedItem(
  kind: ConfigKindName,
  from: 'file' | 'list',
  given: Fields,
): FormedItem | Refusal {
  const said = from === 'list' ? withoutShown(kind, given) : withoutStored(kind, given)
  const { [REMOVED]: removed, ...cells } = withReadCells(newRecordSchema(kind), said)
  const key = structuredClone(keyFields(kind, cells)) as Record<string, unknown>
  const wrong = mistakesIn(keySchema(kind), key)
  if (wrong !== null) return refuseInput(wrong)
  const own: Fields = { ...cells, ...key }
  const { fields: taken, faults } =
    from === 'list' ? { fields: {}, faults: [] } : requestForm(kind, own)
  const names = Array.isArray(removed) ? removed.map(String) : []
  if (faults.length > 0) return { fields: own, removed: names, mistakes: NONE }
  const { form, mistakes } = formOf(kind, { ...own, ...taken })
  const tidy = Object.entries(own).map(([field, value]) => {
    return [field, field in taken ? value : form[field]] as const
  })
  return { fields: Object.fromEntries(tidy), removed: names, mistakes }
}

const NONE: Mistakes = { asNew: null, asChange: null }

/** Checks a record both as a new one and as a change. `form` holds the converted values. */
function formOf(
  kind: ConfigKindName,
  request: Fields,
): { readonly form: Fields; readonly mistakes: Mistakes } {
  const whole = Object.entries(request).filter(([, value]) => value !== undefined)
  const form: Record<string, unknown> = structuredClone(Object.fromEntries(whole))
  const asNew = mistakesIn(newRecordSchema(kind), form)
  // A kind without partial changes is replaced as a whole, with the same schema as a new record.
  if (CONFIG_SCHEMAS[kind].patch === null) return { form, mistakes: { asNew, asChange: asNew } }
  const change = { ...withoutKey(kind, form), version: 1 }
  return { form, mistakes: { asNew, asChange: mistakesIn(schemaOf(kind, 'patch'), change) } }
}

/**
 * The first error of a record. Complete lists of errors for 20,000 records would be too long to
 * read.
 */
function mistakesIn(schema: TSchema, value: object): readonly Fault[] | null {
  return findErrors(schema, value, Number.MAX_SAFE_INTEGER)
}

function keyFields(kind: ConfigKindName, fields: Fields): Fields {
  const keys = new Set<string>(shapeOf(kind).keyFields)
  return Object.fromEntries(Object.entries(fields).filter(([field]) => keys.has(field)))
}

const keySchemas = new Map<ConfigKindName, TSchema>()

/** A schema with only the key fields. */
function keySchema(kind: ConfigKindName): TSchema {
  const known = keySchemas.get(kind)
  if (known !== undefined) return known
  const all = propertiesOf(newRecordSchema(kind))
  const { keyFields: keys } = shapeOf(kind)
  const schema = Body(Object.fromEntries(keys.map((field) => [field, all[field] as TSchema])))
  keySchemas.set(kind, schema)
  return schema
}

/**
 * The record without the fields that the server sets, if replacements of this kind accept and
 * ignore them.
 */
function withoutStored(kind: ConfigKindName, fields: Fields): Fields {
  if (CONFIG_SCHEMAS[kind].patch !== null) return fields
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !(field in NOT_SET)))
}

/** A record as a list route returned it, without the fields that a request cannot contain. */
function withoutShown(kind: ConfigKindName, fields: Fields): Fields {
  const shown = propertiesOf(CONFIG_SCHEMAS[kind].record)
  const given = propertiesOf(newRecordSchema(kind))
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field in given || !(field in shown)),
  )
}

function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return (schema as unknown as { readonly properties: Readonly<Record<string, TSchema>> })
    .properties
}
