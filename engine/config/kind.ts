import type { Refusal } from '../code.js'
import type { Fault } from '../reasons/keyed-text.js'
import { because } from '../reasons/reasons.js'
import type { Login } from '../units.js'
import type { ConfigKindName, ConfigRecords, Content } from './config-records.js'
import type { AnyReference } from './reference.js'
import type { TransferShape } from './transfer/shape.js'
import type { ConfigFacts, ConfigWorld } from './world.js'

export interface ConfigKind<K extends ConfigKindName> {
  readonly kind: K
  /** The word for a record, as in "There is no holiday 7." */
  readonly noun: string
  /** The name that is unique in the kind, in any case, and names the record in the journal. */
  nameOf(content: Content<K>): string
  /**
   * A request in the form of the record, before its secrets are sealed; `before` is null on create,
   * `by` who asks, null for the server itself. `input` has passed its schema.
   */
  given?(
    input: Readonly<Record<string, unknown>>,
    before: Content<K> | null,
    by: Login | null,
  ): Readonly<Record<string, unknown>>
  /** Several records may have one name: it names them in the journal alone. */
  readonly sharesNames?: true
  /**
   * The records that are there from the first start on, each by what is not its default; in a data directory from
   * before the kind, from the next start on. Known by their names.
   */
  readonly always?: readonly Readonly<Record<string, unknown>>[]
  /** The fields that a create starts from. Secrets are not in `input`. */
  defaults(input: Readonly<Record<string, unknown>>): Content<K>
  /** Fields whose default follows from others, so that there is no one value to tell beforehand. */
  readonly follows?: readonly (keyof Content<K> & string)[]
  /** The fields that a replacement starts from, where these are others: what it leaves out is empty. */
  cleared?(input: Readonly<Record<string, unknown>>): Content<K>
  /** Fields that came later, as records that were stored before them have them. */
  readonly added?: Partial<Content<K>>
  /** The one form in which a record is kept: repeats dropped, derived fields set. */
  normal(content: Content<K>): Content<K>
  /**
   * Everything that the schema cannot say. It is asked about the whole record, on create and on
   * change, so a record that is stored fits by itself and with what it refers to.
   */
  check(content: Content<K>, world: ConfigWorld, self: ConfigRecords[K] | null): readonly Fault[]
  /** Checks parameters that are sealed, as `check` does the others: here they are opened. */
  checkOpened?(content: Content<K>, facts: ConfigFacts): readonly Fault[]
  /** The reason why there may be no more records, though this one is valid. */
  refuseCreate?(content: Content<K>, world: ConfigWorld): Refusal | undefined
  /** The reason why the record may not change so, though both forms are valid. */
  refuseChange?(
    before: ConfigRecords[K],
    after: Content<K>,
    world: ConfigWorld,
  ): Refusal | undefined
  /**
   * Why the record may not go, beside records that name it: those say so by themselves (`refers`). A 409 that
   * names what uses it.
   */
  refuseDelete?(record: ConfigRecords[K], world: ConfigWorld): Refusal | undefined
  /**
   * Other records of the kind that change with this one, as they are then: a default that takes the mark from the
   * one before. They are written, told and journaled with it, each at its next version.
   */
  also?(
    content: Content<K>,
    self: ConfigRecords[K] | null,
    world: ConfigWorld,
  ): readonly AlsoChanged<K>[]
  /** The files that stay as long as a record names them: what it names no more goes in the change. */
  filesOf?(content: Content<K>): readonly string[]
  readonly secrets?: KindSecrets<K>
  /**
   * `position`: a place in the list, 1-based and without gaps; a create may name it, and an order
   * raises the version of what moved. `plain_position`: the same, and versions stay. `priority`: an
   * order writes 1, 2, … into `priority` and versions stay.
   */
  readonly order?: 'position' | 'plain_position' | 'priority'
  /** The place of a new record that names none; left out, or undefined, is the last. */
  newPlace?(content: Content<K>, world: ConfigWorld): number | undefined
  /** The groups whose staff may touch a record, beside the right to the kind: see `KindScope`. */
  readonly scope: 'server' | KindScope<K> | KeptScope<K>
  /** Masks of groups that a record tells of, where it has no groups of its own: lines about it are theirs. */
  readonly tellsOf?: (content: Content<K>) => readonly string[]
  /** The staff login with whose rights the record works: only those who manage that login may write it so. */
  readonly actsFor?: (content: Content<K>) => Login
  /** Threads that keep the records. The desk and the front have all of them. */
  readonly heardBy: readonly Hearer[]
  /** Other records that a record names: they have to be there, and may not go meanwhile. */
  readonly refers: readonly AnyReference<K>[]
  /** The form of a record in a file for another server. `stays` is a kind that is in no such file. */
  readonly transfer: TransferShape<K> | 'stays'
}

/** The secrets of a kind: which are sealed, and who gets them. Sealed parameters say so by their type. */
export interface KindSecrets<K extends ConfigKindName> {
  /** Fields that are sealed and show as `has_<field>`. */
  readonly fields: readonly string[]
  /**
   * The fields that decide who gets a secret: the host, the port, and how that host proves itself. When one of them
   * changes, the secret is not carried over: it has to be given again.
   */
  goesTo(content: Content<K>, secret: string): Readonly<Record<string, unknown>>
}

/** The fields of a kind that are sealed. */
export function sealedFields<K extends ConfigKindName>({
  secrets,
}: Pick<ConfigKind<K>, 'secrets'>): readonly string[] {
  return secrets?.fields ?? []
}

/** A record that changes with another one. */
export interface AlsoChanged<K extends ConfigKindName> {
  readonly record: ConfigRecords[K]
  readonly content: Content<K>
  /** A sentence for the journal, like "Mail server Old is not the default any more". */
  readonly text: string
}

export type Hearer = 'shards' | 'links'

/**
 * The relation of a kind's records to groups. `server` in its place is a kind that concerns no group
 * more than another: who has the right to it changes every record.
 */
export interface KindScope<K extends ConfigKindName> {
  /** The groups that a record is about: who does not reach all of them neither sees nor makes it. */
  groupsOf(content: Content<K>): readonly string[]
  /** The groups that feel it when the record changes or goes: who does not reach them may read only. */
  feltBy?(record: ConfigRecords[K], world: ConfigWorld): readonly string[]
}

/**
 * The scope of records that all with the right to the kind see, since one bears on the next, and that only those touch
 * who reach every group that a record may concern.
 */
export interface KeptScope<K extends ConfigKindName> {
  /** Masks of groups to which the record keeps itself, each list enough alone; none is every group. */
  keptTo(content: Content<K>): readonly (readonly string[])[]
}

/** Masks of the groups that a record is about or tells of; undefined where it is about none more than about others. */
export function groupMasks<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  content: Content<K>,
): readonly string[] | undefined {
  const masks = groupsScope(kind)?.groupsOf(content) ?? kind.tellsOf?.(content) ?? []
  return masks.length === 0 ? undefined : masks
}

/** The scope of records that only those see who reach their groups; undefined for all other kinds. */
export function groupsScope<K extends ConfigKindName>({
  scope,
}: Pick<ConfigKind<K>, 'scope'>): KindScope<K> | undefined {
  return scope !== 'server' && 'groupsOf' in scope ? scope : undefined
}

export function refuseMissing(noun: string, id: number): Refusal {
  return because('not_found.record', { noun, id })
}

/** `version` is the one that the record is at. */
export function refuseStale(noun: string, version: number): Refusal {
  return because('conflict.changed', { noun, version })
}

/** `after` without what is equal in `before`: the names of the fields that changed. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !sameValue(before[name], after[name]))
}

/** Equal as JSON, whatever the order of an object's fields. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return (
    changedFields(one as Record<string, unknown>, other as Record<string, unknown>).length === 0
  )
}
