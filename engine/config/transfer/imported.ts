import type { Fault } from '../../reasons/keyed-text.js'
import type { ConfigKindName, ConfigRecords, Content } from '../config-records.js'
import { contentOf } from '../content.js'
import { kindOf } from '../kinds.js'
import type { ConfigWorld } from '../world.js'
import { shapeOf, transferOf } from './exported.js'
import type { TakenFields, TransferShape } from './shape.js'

/**
 * Converts records of another server's file to this server's form: the reverse of `exportedRecord`
 * (engine/config/transfer/exported.ts).
 *
 *   - A record is found by its key, ignoring case, and keeps the local spelling of the key.
 *   - References are found by key; an unknown key is a fault of its field.
 *   - A secret that is not in the file stays unchanged; lists without a meaningful order keep their
 *     order.
 */
type Fields = Readonly<Record<string, unknown>>
type World = Pick<ConfigWorld, 'get' | 'named' | 'list'>

export interface ImportedRecord {
  /** The fields as a request for this kind would contain them. */
  readonly input: Fields
  readonly faults: readonly Fault[]
}

/** The record with the key. If several records share the key, the first. */
export function recordOfKey<K extends ConfigKindName>(
  kind: K,
  key: string,
  world: World,
): ConfigRecords[K] | undefined {
  return recordsOfKey(kind, key, world)[0]
}

/** All records with the key. Only some kinds allow more than one. */
export function recordsOfKey<K extends ConfigKindName>(
  kind: K,
  key: string,
  world: World,
): readonly ConfigRecords[K][] {
  const shape = shapeOf(kind)
  const wanted = key.toLowerCase()
  const hasKey = (record: ConfigRecords[K]): boolean =>
    shape.keyOf(contentOf<K>(record)).toLowerCase() === wanted
  if (shape.sharesKeys === true) return world.list(kind).filter(hasKey)
  const holder = world.named(kind, shape.nameOfKey?.(key) ?? key)
  return holder !== undefined && hasKey(holder) ? [holder] : []
}

/** The key of a record in a file or request. Omitted fields have their defaults. */
export function keyOfFields<K extends ConfigKindName>(kind: K, fields: Fields): string {
  const shape = shapeOf(kind)
  const own: Record<string, unknown> = { ...keyDefaults(kind) }
  for (const field of shape.keyFields) if (fields[field] !== undefined) own[field] = fields[field]
  return shape.keyOf(own as unknown as Content<K>)
}

const defaultKeys = new Map<ConfigKindName, Fields>()

/**
 * The defaults of the key fields only. Building a whole record for each of 20,000 keys would take a
 * third of a second.
 */
function keyDefaults(kind: ConfigKindName): Fields {
  const known = defaultKeys.get(kind)
  if (known !== undefined) return known
  const whole = kindOf(kind).defaults({}) as unknown as Fields
  const own = Object.fromEntries(shapeOf(kind).keyFields.map((field) => [field, whole[field]]))
  defaultKeys.set(kind, own)
  return own
}

/** A change of the record with the key: the key keeps its local spelling. */
export function withoutKey(kind: ConfigKindName, input: Fields): Fields {
  const keys = new Set<string>(shapeOf(kind).keyFields)
  return Object.fromEntries(Object.entries(input).filter(([field]) => !keys.has(field)))
}

/** Converts one record; `before` is the stored record with the same key. */
export function importedRecord<K extends ConfigKindName>(
  shape: TransferShape<K>,
  fields: Fields,
  before: ConfigRecords[K] | undefined,
  world: World,
): ImportedRecord {
  const old = before === undefined ? null : contentOf<K>(before)
  const idOf = (kind: ConfigKindName, key: unknown): number | undefined =>
    typeof key === 'string' ? idOfKey(kind, key, world) : undefined
  const read = shape.imported?.(fields, idOf, old) ?? { fields: {}, faults: [] }
  const entries = Object.entries({ ...fields, ...read.fields }).filter(
    ([, value]) => value !== undefined,
  )
  const input = Object.fromEntries(entries)
  return { input: old === null ? input : inOldOrder(shape, input, old), faults: read.faults }
}

/** The record as a request would send it, for a server that has every target of a reference. */
export function requestForm(kind: ConfigKindName, fields: Fields): TakenFields {
  let ids = 0
  const idOf = (_: ConfigKindName, key: unknown) => (typeof key === 'string' ? ++ids : undefined)
  return shapeOf(kind).imported?.(fields, idOf, null) ?? { fields: {}, faults: [] }
}

function idOfKey<K extends ConfigKindName>(kind: K, key: string, world: World): number | undefined {
  return transferOf(kind) === undefined ? undefined : recordOfKey(kind, key.normalize(), world)?.id
}

/** Keeps the old order of a list whose order has no meaning, if it has the same rows. */
function inOldOrder<K extends ConfigKindName>(
  { sets = [] }: TransferShape<K>,
  input: Fields,
  old: Content<K>,
): Fields {
  const next: Record<string, unknown> = { ...input }
  for (const field of sets) {
    const [now, then] = [input[field], old[field]]
    if (Array.isArray(now) && Array.isArray(then) && sameRows(now, then)) next[field] = then
  }
  return next
}

function sameRows(some: readonly unknown[], others: readonly unknown[]): boolean {
  if (some.length !== others.length) return false
  const texts = new Set(others.map(rowText))
  return texts.size === others.length && some.every((row) => texts.delete(rowText(row)))
}

/** A text that is equal for rows with the same JSON, ignoring the order of their fields. */
function rowText(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return JSON.stringify(row)
  const fields = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(fields)
}

/**
 * Sorts the records of a file so that each comes after the records that it depends on. Otherwise
 * their order stays.
 */
export function importOrder<K extends ConfigKindName>(
  shape: TransferShape<K>,
  keys: readonly string[],
  items: readonly Fields[],
): readonly number[] {
  const { after } = shape
  if (after === undefined) return items.map((_, at) => at)
  const places = new Map(keys.map((key, at) => [key.toLowerCase(), at]))
  const order: number[] = []
  const seen = new Set<number>()
  for (let at = 0; at < items.length; at++) {
    const chain: number[] = []
    for (let next: number | undefined = at; next !== undefined && !seen.has(next); ) {
      seen.add(next)
      chain.push(next)
      const needed: unknown = after(items[next] ?? {})
      next = typeof needed === 'string' ? places.get(needed.toLowerCase()) : undefined
    }
    order.push(...chain.reverse())
  }
  return order
}
