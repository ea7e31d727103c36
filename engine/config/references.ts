import type { Refusal } from '../code.js'
import { USED_BY_MAX } from '../limits/settings.js'
import type { Fault } from '../reasons/keyed-text.js'
import { because, say } from '../reasons/reasons.js'
import {
  CONFIG_KINDS,
  type ConfigKindName,
  type ConfigRecords,
  type Content,
} from './config-records.js'
import type { ConfigKind } from './kind.js'
import { kindOf, nameOf } from './kinds.js'
import type { OtherKey, UsedBy } from './reference.js'
import type { ConfigWorld } from './world.js'

/**
 * Rules for references between kinds (engine/config/reference.ts).
 *
 *   R1. The target of a reference must exist, or the record is refused.
 *   R2. A target cannot be deleted, unless the reference allows it.
 *   R3. Referring records are found by index: a thousand deletions of 20,000 symbols scan the list
 *       only a few times.
 */

/** A reference without its type parameters, for generic code. */
interface Loose {
  readonly to: ConfigKindName
  readonly by: 'id' | 'name' | OtherKey<ConfigKindName>
  namedIn(content: unknown): readonly { readonly path: string; readonly key: number | string }[]
  readonly outlives?: true
  readonly whenGoing: 'nothing' | ((named: unknown, users: readonly unknown[]) => string)
}
type Row = ConfigRecords[ConfigKindName]

function referencesOf(kind: ConfigKindName): readonly Loose[] {
  return kindOf(kind).refers as unknown as readonly Loose[]
}

/**
 * The faults of a record itself and of its references (R1). If a target does not exist, the
 * reference has no other fault.
 */
export function faultsOf<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  content: Content<K>,
  world: ConfigWorld,
  self: ConfigRecords[K] | null,
): readonly Fault[] {
  const unknown = faultsOfReferences(kind, content, world, self)
  if (unknown.length === 0) return kind.check(content, world, self)
  const named = new Set(unknown.map(({ path }) => path))
  return [...kind.check(content, world, self).filter(({ path }) => !named.has(path)), ...unknown]
}

/** The reason why a record may not be deleted (R2), and the records that refer to it. */
export function refuseGoing<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  record: ConfigRecords[K],
  world: ConfigWorld,
): Refusal | undefined {
  const users = namedBy(kind.kind, record, world)
  const [first] = users
  const refusal =
    kind.refuseDelete?.(record, world) ??
    (first && because('conflict.in_use', { text: first.says() }))
  if (refusal === undefined) return undefined
  const named = users.flatMap(({ of, rows }) => usedBy(of, rows))
  return { ...refusal, told: { used_by: [...usersIn(refusal), ...named].slice(0, USED_BY_MAX) } }
}

function usedBy(kind: ConfigKindName, rows: readonly Row[]): UsedBy[] {
  return rows.map((row) => ({
    kind,
    id: row.id,
    key: nameOf(kind, row as Content<ConfigKindName> & Row),
  }))
}

/** The records that a refused deletion names. Other refusals name no records. */
export function usersIn({ told }: Refusal): readonly UsedBy[] {
  return (told?.['used_by'] ?? []) as readonly UsedBy[]
}

function faultsOfReferences<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  content: Content<K>,
  world: ConfigWorld,
  self: ConfigRecords[K] | null,
): Fault[] {
  return referencesOf(kind.kind).flatMap((reference) => {
    const before =
      reference.outlives === true && self !== null
        ? new Set(reference.namedIn(self).map(({ key }) => keyText(key)))
        : NONE
    return reference
      .namedIn(content)
      .filter(({ key }) => find(reference, key, world) === undefined && !before.has(keyText(key)))
      .map(({ path, key }) => ({
        path,
        ...say('field.no_record', { noun: kindOf(reference.to).noun, key }),
      }))
  })
}

const NONE: ReadonlySet<string> = new Set()

/** The records that prevent the deletion of a record, grouped by reference and with their texts. */
function namedBy<K extends ConfigKindName>(kind: K, record: ConfigRecords[K], world: ConfigWorld) {
  return CONFIG_KINDS.flatMap((of) =>
    referencesOf(of).flatMap((reference) => {
      const { to, whenGoing } = reference
      if (to !== kind || whenGoing === 'nothing') return []
      const rows = usersOf(of, reference, record, world)
      return rows.length === 0 ? [] : [{ of, rows, says: () => whenGoing(record, rows) }]
    }),
  )
}

function find(reference: Loose, key: number | string, world: ConfigWorld): Row | undefined {
  const { by, to } = reference
  if (by === 'id') return world.get(to, Number(key))
  return by === 'name' ? world.named(to, String(key)) : by.find(String(key), world)
}

function keyText(key: number | string): string {
  return String(key).toLowerCase()
}

function keyOf({ by, to }: Loose, record: Row): string {
  if (by === 'id') return keyText(record.id)
  if (by !== 'name') return keyText(by.keyOf(record))
  return keyText(nameOf(to, record as Content<ConfigKindName> & Row))
}

/**
 * The records that refer to a record, in list order. Records that the draft changes are left out.
 */
function usersOf(
  kind: ConfigKindName,
  reference: Loose,
  record: Row,
  world: ConfigWorld,
): readonly Row[] {
  const wanted = keyOf(reference, record)
  const { list, touched } = world.settled(kind)
  const ids = new Set([...(indexOf(reference, list).get(wanted) ?? []), ...touched])
  const isUser = (row: Row): boolean =>
    reference.namedIn(row).some(({ key }) => keyText(key) === wanted)
  return [...ids].flatMap((id) => world.get(kind, id) ?? []).filter(isUser)
}

type Index = ReadonlyMap<string, readonly number[]>
/** A list never changes, so its index is valid as long as it exists (R3). */
const indexes = new WeakMap<readonly Row[], Map<Loose, Index>>()

function indexOf(reference: Loose, list: readonly Row[]): Index {
  const ofList = indexes.get(list) ?? new Map<Loose, Index>()
  indexes.set(list, ofList)
  const known = ofList.get(reference)
  if (known !== undefined) return known
  const index = new Map<string, number[]>()
  for (const row of list) {
    for (const { key } of reference.namedIn(row)) {
      const text = keyText(key)
      const ids = index.get(text)
      if (ids === undefined) index.set(text, [row.id])
      else if (ids.at(-1) !== row.id) ids.push(row.id)
    }
  }
  ofList.set(reference, index)
  return index
}
