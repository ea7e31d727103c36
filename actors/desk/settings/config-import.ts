import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { transferOf } from '../../../engine/config/exported.js'
import type { ImportMode } from '../../../engine/config/import-mode.js'
import { importedRecord, keyOfFields, recordOfKey } from '../../../engine/config/imported.js'
import type { TransferShape } from '../../../engine/config/transfer-shape.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { refuseInput } from '../../../wire/answer/errors.js'
import { findErrors } from '../../../wire/check/validate.js'
import { Body, type TSchema } from '../../../wire/schema/scalars.js'
import { withReadCells } from '../../../wire/schema/settings/cells.js'
import { CONFIG_SCHEMAS } from '../../../wire/schema/settings/config-kinds.js'
import type { Actor } from '../actor.js'
import { type ConfigPlanner, fieldOf } from './config-plan.js'
import type { NoChange, Plan, SettingsView } from './config-step.js'

/**
 * One record of a file for another server, or of a list that was read before: it is created, or changes the record that
 * has its key, by the rules of the single change.
 *
 *   C1. What a change can say is checked here, since only here it is known whether the record is there: among the
 *       records of the file that came before it, too.
 *   C2. A new symbol trades with nobody until staff have looked at it, unless they say otherwise.
 *   C3. A new record stands beside those that are its neighbours in the file.
 *   C4. A new connection whose secrets are missing, so that it cannot be enabled, arrives disabled.
 */
export interface ConfigImport {
  readonly do: 'import'
  readonly fields: Fields
  /** `file`: what it refers to is named by key. `list`: as a list route answers it, with fields that nobody sets. */
  readonly from: 'file' | 'list'
  readonly mode: ImportMode
  readonly newSymbolsDisabled: boolean
  /** The keys next to it in the file, for a kind whose order decides. */
  readonly place?: ImportPlace
}

export interface ImportPlace {
  /** The one before it, which has been taken. */
  readonly follows: string | null
  /** The first one behind it that is here. */
  readonly precedes: string | null
}

type Fields = Readonly<Record<string, unknown>>

export interface PlannedImport<K extends ConfigKindName> {
  readonly plan: Plan<K> | NoChange<K> | Refusal | 'skipped'
  /** For whoever reads the outcome, each a sentence. */
  readonly warnings: readonly string[]
}

export interface AskedImport<K extends ConfigKindName> {
  readonly actor: Actor
  readonly kind: K
  readonly item: ConfigImport
}

export function plannedImport<K extends ConfigKindName>(
  planner: ConfigPlanner,
  standing: SettingsView,
  { actor, kind, item }: AskedImport<K>,
): PlannedImport<K> {
  const shape = shapeOf(kind)
  const { world } = standing
  const given = item.from === 'list' ? withoutShown(kind, item.fields) : item.fields
  const { [REMOVED]: removed, ...fields } = withReadCells(createSchema(kind), given)
  const before = holderOf(kind, shape, fields, world)
  if (isRefusal(before)) return { plan: before, warnings: [] }
  if (item.mode === (before === undefined ? 'update_only' : 'create_only')) {
    return { plan: 'skipped', warnings: [] }
  }
  const read =
    item.from === 'list' ? AS_IT_IS(fields) : importedRecord(shape, fields, before, world)
  if (read.faults.length > 0) return { plan: refuseInput(read.faults), warnings: [] }
  if (before !== undefined) {
    const input = checked(patchSchema(kind), { ...withoutKey(shape, read.input), version: 1 })
    if (isRefusal(input)) return { plan: input, warnings: [] }
    const { version, ...change } = input
    return {
      plan: planner.update(standing, { actor, kind, id: before.id, input: change }),
      warnings: [],
    }
  }
  const isKept = kind === 'symbols' && item.newSymbolsDisabled
  const arriving = isKept ? { ...read.input, trade_access: 'disabled' } : read.input
  const input = checked(createSchema(kind), arriving)
  if (isRefusal(input)) return { plan: input, warnings: [] }
  const warnings = isKept && fields['trade_access'] !== 'disabled' ? [NOT_TRADED] : []
  const missing = Array.isArray(removed) && removed.length > 0 ? [secretsMissing(removed)] : []
  const placed = { ...input, ...positionOf(kind, shape, item.place, world) }
  const plan = planner.create(standing, { actor, kind, input: placed })
  if (!isRefusal(plan) || missing.length === 0 || input['enabled'] === false) {
    return { plan, warnings: [...warnings, ...missing] }
  }
  const resting = planner.create(standing, { actor, kind, input: { ...placed, enabled: false } })
  if (isRefusal(resting)) return { plan, warnings }
  return { plan: resting, warnings: [...warnings, ...missing, RESTS] }
}

/** The place of a new record; without neighbours that are here it is the last one. */
function positionOf<K extends ConfigKindName>(
  kind: K,
  shape: TransferShape<K>,
  place: ImportPlace | undefined,
  world: ConfigWorld,
): { readonly position?: number } {
  const find = (key: string | null | undefined) =>
    typeof key === 'string' ? recordOfKey(kind, shape, key, world) : undefined
  const before = find(place?.follows)
  if (before !== undefined) return { position: fieldOf(before, 'position') + 1 }
  const after = find(place?.precedes)
  return after === undefined ? {} : { position: fieldOf(after, 'position') }
}

/** The list of what is not in the file, in each of its records. */
const REMOVED = 'export_removed'
const NOT_TRADED =
  'It is new, so its trade_access is disabled: enable it when you have looked at it.'
const RESTS = 'It is new and not whole, so it is not enabled.'
const AS_IT_IS = (input: Fields) => ({ input, faults: [] })

function secretsMissing(removed: readonly unknown[]): string {
  return `The file does not have ${removed.join(', ')}: set it here.`
}

/** The record that an item is to change, for what is asked before the item is planned. */
export function importHolder<K extends ConfigKindName>(
  kind: K,
  { fields }: ConfigImport,
  world: ConfigWorld,
): ConfigRecords[K] | undefined {
  const holder = holderOf(kind, shapeOf(kind), withReadCells(createSchema(kind), fields), world)
  return isRefusal(holder) ? undefined : holder
}

function shapeOf<K extends ConfigKindName>(kind: K): TransferShape<K> {
  const shape = transferOf(kind)
  if (shape === undefined) throw new Error(`${kind} stay on their server`)
  return shape
}

function holderOf<K extends ConfigKindName>(
  kind: K,
  shape: TransferShape<K>,
  fields: Fields,
  world: ConfigWorld,
): ConfigRecords[K] | Refusal | undefined {
  const keys = new Set<string>(shape.keyFields)
  const own = Object.fromEntries(Object.entries(fields).filter(([field]) => keys.has(field)))
  const read = checked(keySchema(kind, shape), own)
  if (isRefusal(read)) return read
  return recordOfKey(kind, shape, keyOfFields(kind, shape, read), world)
}

/** In its form, or refused with the first mistake: whole lists of mistakes of 20,000 records help nobody. */
function checked(schema: TSchema, input: Fields): Fields | Refusal {
  const value = structuredClone(input) as Record<string, unknown>
  const errors = findErrors(schema, value, Number.MAX_SAFE_INTEGER)
  return errors === null ? value : refuseInput(errors)
}

function createSchema(kind: ConfigKindName): TSchema {
  const { create } = CONFIG_SCHEMAS[kind]
  if (create === null) throw new Error(`${kind} are not created`)
  return create
}

function patchSchema(kind: ConfigKindName): TSchema {
  const { patch } = CONFIG_SCHEMAS[kind]
  if (patch === null) throw new Error(`${kind} are not changed in part`)
  return patch
}

const keySchemas = new Map<ConfigKindName, TSchema>()

/** The fields of the key alone. */
function keySchema<K extends ConfigKindName>(kind: K, { keyFields }: TransferShape<K>): TSchema {
  const known = keySchemas.get(kind)
  if (known !== undefined) return known
  const all = propertiesOf(createSchema(kind))
  const schema = Body(Object.fromEntries(keyFields.map((field) => [field, all[field] as TSchema])))
  keySchemas.set(kind, schema)
  return schema
}

/** A record as a list route shows it, without what a request cannot say. */
function withoutShown(kind: ConfigKindName, fields: Fields): Fields {
  const shown = propertiesOf(CONFIG_SCHEMAS[kind].record)
  const given = propertiesOf(createSchema(kind))
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => field in given || !(field in shown)),
  )
}

function propertiesOf(schema: TSchema): Readonly<Record<string, TSchema>> {
  return (schema as unknown as { readonly properties: Readonly<Record<string, TSchema>> })
    .properties
}

/** The key is what the record was found by, so it stays as it is written here. */
function withoutKey<K extends ConfigKindName>(
  { keyFields }: TransferShape<K>,
  input: Fields,
): Fields {
  const keys = new Set<string>(keyFields)
  return Object.fromEntries(Object.entries(input).filter(([field]) => !keys.has(field)))
}
