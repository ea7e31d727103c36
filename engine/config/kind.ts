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
   * Converts a request to the form of the record, before its secrets are encrypted. `before` is
   * null on create; `by` is the caller, null for the server itself. `input` has passed its schema.
   */
  given?(
    input: Readonly<Record<string, unknown>>,
    before: Content<K> | null,
    by: Login | null,
  ): Readonly<Record<string, unknown>>
  /** Several records may share a name, which then only appears in the journal. */
  readonly sharesNames?: true
  /**
   * Records that always exist, with their non-default fields: created at the first start, or at the
   * next start of an older data directory. Identified by name.
   */
  readonly always?: readonly Readonly<Record<string, unknown>>[]
  /** The fields that a create starts from. Secrets are not in `input`. */
  defaults(input: Readonly<Record<string, unknown>>): Content<K>
  /** Fields whose default depends on others, so that there is no fixed default. */
  readonly follows?: readonly (keyof Content<K> & string)[]
  /**
   * The fields from which a replacement starts, if they are not the defaults; omitted fields become
   * empty.
   */
  cleared?(input: Readonly<Record<string, unknown>>): Content<K>
  /** Values of newer fields for records that were stored before them. */
  readonly added?: Partial<Content<K>>
  /** The one form in which a record is kept: repeats dropped, derived fields set. */
  normal(content: Content<K>): Content<K>
  /**
   * Checks that the schema cannot make. Called with the complete record, on create and on change,
   * so a stored record is always valid and consistent with its references.
   */
  check(content: Content<K>, world: ConfigWorld, self: ConfigRecords[K] | null): readonly Fault[]
  /** Checks parameters that are sealed, as `check` does the others: here they are opened. */
  checkOpened?(content: Content<K>, facts: ConfigFacts): readonly Fault[]
  /** Why no more records may be created although this one is valid. */
  refuseCreate?(content: Content<K>, world: ConfigWorld): Refusal | undefined
  /** The reason why the record may not change so, though both forms are valid. */
  refuseChange?(
    before: ConfigRecords[K],
    after: Content<K>,
    world: ConfigWorld,
  ): Refusal | undefined
  /**
   * Why the record may not be deleted, apart from references to it, which are checked separately
   * (`refers`). A 409 that names the user of the record.
   */
  refuseDelete?(record: ConfigRecords[K], world: ConfigWorld): Refusal | undefined
  /**
   * Other records of the kind that must change together with this one, such as the former default.
   * They are written, published and journaled with it, each with its next version.
   */
  also?(
    content: Content<K>,
    self: ConfigRecords[K] | null,
    world: ConfigWorld,
  ): readonly AlsoChanged<K>[]
  /**
   * The files to which a record refers; files that are no longer referred to are deleted in the
   * change.
   */
  filesOf?(content: Content<K>): readonly string[]
  readonly secrets?: KindSecrets<K>
  /**
   * `position`: an index in the list, 1-based without gaps; a create may set it, and a reorder
   * raises the version of moved records. `plain_position`: the same without new versions.
   * `priority`: a reorder writes 1, 2, … into `priority` without new versions.
   */
  readonly order?: 'position' | 'plain_position' | 'priority'
  /** The place of a new record without a given one; left out or undefined for the last. */
  newPlace?(content: Content<K>, world: ConfigWorld): number | undefined
  /**
   * The groups whose staff may change a record, in addition to the right for the kind: see
   * `KindScope`.
   */
  readonly scope: 'server' | KindScope<K> | KeptScope<K>
  /**
   * Masks of groups that a record is about if it belongs to none; they may read journal lines about
   * it.
   */
  readonly tellsOf?: (content: Content<K>) => readonly string[]
  /**
   * The staff login with whose rights the record acts: only staff who manage that login may write
   * it.
   */
  readonly actsFor?: (content: Content<K>) => Login
  /** Threads that keep the records. The desk and the front have all of them. */
  readonly usedByThreads: readonly SettingsThread[]
  /** Other records to which a record refers: they must exist, and may not be deleted. */
  readonly refers: readonly AnyReference<K>[]
  /** The form of a record in a file for another server. `stays` is a kind that is in no such file. */
  readonly transfer: TransferShape<K> | 'stays'
}

/**
 * The secrets of a kind: which fields are encrypted, and who receives them. Secret parameters are
 * marked by their type.
 */
export interface KindSecrets<K extends ConfigKindName> {
  /** Fields that are sealed and show as `has_<field>`. */
  readonly fields: readonly string[]
  /**
   * The fields that decide who receives a secret: the host, the port, and how the host proves its
   * identity. If one changes, the secret is not kept and must be given again.
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

export type SettingsThread = 'shards' | 'links'

/**
 * The relation of a kind's records to groups. `server` means that the kind concerns no particular
 * group: everyone with the right may change every record.
 */
export interface KindScope<K extends ConfigKindName> {
  /** The groups of a record: staff who do not reach all of them can neither see nor create it. */
  groupsOf(content: Content<K>): readonly string[]
  /** The groups that a change affects: staff who do not reach them may only read it. */
  feltBy?(record: ConfigRecords[K], world: ConfigWorld): readonly string[]
}

/**
 * The scope of records that everyone with the right may see, because they interact, but that only
 * staff may change who reach every group that a record may concern.
 */
export interface KeptScope<K extends ConfigKindName> {
  /**
   * Masks of groups that limit the record; one matching list is sufficient, and no list means every
   * group.
   */
  keptTo(content: Content<K>): readonly (readonly string[])[]
}

/** Masks of the groups that a record is about; undefined if it is about no particular group. */
export function groupMasks<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  content: Content<K>,
): readonly string[] | undefined {
  const masks = groupsScope(kind)?.groupsOf(content) ?? kind.tellsOf?.(content) ?? []
  return masks.length === 0 ? undefined : masks
}

/**
 * The scope of records that only staff see who reach their groups; undefined for all other kinds.
 */
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

/** The names of the fields that differ from `before`. */
export function changedFields(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !sameValue(before[name], after[name]))
}

/** Equal as JSON, ignoring the order of an object's fields. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return (
    changedFields(one as Record<string, unknown>, other as Record<string, unknown>).length === 0
  )
}
