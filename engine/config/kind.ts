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
  /** The noun for a record in messages, such as "There is no holiday 7." */
  readonly noun: string
  /** The name of a record, unique within the kind ignoring case. The journal shows this name. */
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
  /** The fields that a new record starts from. `input` contains no secrets. */
  defaults(input: Readonly<Record<string, unknown>>): Content<K>
  /** Fields whose defaults depend on other fields, so that no fixed default exists. */
  readonly follows?: readonly (keyof Content<K> & string)[]
  /**
   * The fields that a replacement starts from, if these are not the defaults. Omitted fields become
   * empty.
   */
  cleared?(input: Readonly<Record<string, unknown>>): Content<K>
  /** Values for fields that older stored records lack. */
  readonly added?: Partial<Content<K>>
  /** The normal form of a record: without duplicates, with derived fields set. */
  normal(content: Content<K>): Content<K>
  /**
   * Checks that the schema cannot make. Called with the complete record, on create and on change,
   * so a stored record is always valid and consistent with its references.
   */
  check(content: Content<K>, world: ConfigWorld, self: ConfigRecords[K] | null): readonly Fault[]
  /** Checks encrypted parameters, which this function receives decrypted. */
  checkOpened?(content: Content<K>, facts: ConfigFacts): readonly Fault[]
  /** The reason why no further records may be created although this one is valid. */
  refuseCreate?(content: Content<K>, world: ConfigWorld): Refusal | undefined
  /** The reason why the record may not change in this way, although both versions are valid. */
  refuseChange?(
    before: ConfigRecords[K],
    after: Content<K>,
    world: ConfigWorld,
  ): Refusal | undefined
  /**
   * The reason why the record may not be deleted, apart from references to it, which are checked
   * separately (`refers`). A 409 that names the user of the record.
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
  /** The place of a new record that gives none; undefined for the end of the list. */
  newPlace?(content: Content<K>, world: ConfigWorld): number | undefined
  /**
   * The groups whose staff may change a record, in addition to the right for the kind: see
   * `KindScope`.
   */
  readonly scope: 'server' | KindScope<K> | KeptScope<K>
  /**
   * The groups that a record is about although it belongs to none. Staff of these groups may read
   * the journal lines.
   */
  readonly tellsOf?: (content: Content<K>) => readonly string[]
  /**
   * The staff login with whose rights the record acts: only staff who manage that login may write
   * it.
   */
  readonly actsFor?: (content: Content<K>) => Login
  /** The threads that use the records. The desk and the front always have all records. */
  readonly usedByThreads: readonly SettingsThread[]
  /** Other records to which a record refers: they must exist, and may not be deleted. */
  readonly refers: readonly AnyReference<K>[]
  /**
   * The form of a record in a file for another server. Kinds with `stays` are never in such files.
   */
  readonly transfer: TransferShape<K> | 'stays'
}

/**
 * The secrets of a kind: which fields are encrypted, and who receives them. Secret parameters are
 * marked by their type.
 */
export interface KindSecrets<K extends ConfigKindName> {
  /** Fields that are stored encrypted and shown as `has_<field>`. */
  readonly fields: readonly string[]
  /**
   * The fields that decide who receives a secret: host, port, and how the host proves its identity.
   * If one changes, the stored secret is dropped and must be entered again.
   */
  goesTo(content: Content<K>, secret: string): Readonly<Record<string, unknown>>
}

/** The encrypted fields of a kind. */
export function sealedFields<K extends ConfigKindName>({
  secrets,
}: Pick<ConfigKind<K>, 'secrets'>): readonly string[] {
  return secrets?.fields ?? []
}

/** Another record that changes together with a record. */
export interface AlsoChanged<K extends ConfigKindName> {
  readonly record: ConfigRecords[K]
  readonly content: Content<K>
  /** A sentence for the journal, such as "Mail server Old is not the default any more". */
  readonly text: string
}

export type SettingsThread = 'shards' | 'links'

/**
 * The relation of a kind's records to groups. `server` means that the kind concerns no particular
 * group: everyone with the right may change every record.
 */
export interface KindScope<K extends ConfigKindName> {
  /**
   * The groups of a record. Staff whose scope lacks one of them can neither see nor create the
   * record.
   */
  groupsOf(content: Content<K>): readonly string[]
  /**
   * The groups that a change affects. Staff whose scope lacks one of them may only read the record.
   */
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

/** Refuses a change of an outdated version; `version` is the current one. */
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

/** True if two values are equal as JSON, ignoring the order of an object's fields. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object') return false
  if (one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  return (
    changedFields(one as Record<string, unknown>, other as Record<string, unknown>).length === 0
  )
}
