import type { Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { DeepReadonly, Static, TSchema } from '../../../wire/schema/scalars.js'
import type { CONFIG_SCHEMAS } from '../../../wire/schema/settings/config-kinds.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'

/**
 * The routes that all kinds of settings share. A family adds its own beside them. Records are read
 * from the front's memory, which has a change before the change is answered. Whose groups a record is
 * about is said by its kind (`KindScope`): others do not see it here, and the desk takes no change of
 * it from them. What goes in and out is said by `wire/schema/settings/config-kinds.ts`.
 */
export interface ConfigFamily<K extends ConfigKindName> {
  readonly kind: K
  /** `/admin/v1/holidays` */
  readonly path: string
  readonly right: string
  /** Rights needed to write beside `right`, all of them. */
  readonly writesAlsoNeed?: readonly string[]
  /** Any of these may read; the right when left out. */
  readonly readers?: readonly string[]
  /** Any of these may change; those who may write when left out. */
  readonly editors?: readonly string[]
  /** The key by which the path names a record, where it is not `{id}`. */
  readonly key?: RecordKey<K>
  /** Why this one may not be created, beside what the desk says: what only the front knows. */
  refuseCreate?(input: Fields, to: Viewer): Refusal | undefined
  /** Refuses what an editor without the right may not change. */
  refusePatch?(input: Fields): Refusal | undefined
  /** Why this record may not become so. */
  refuseChange?(
    input: Fields,
    record: ConfigRecords[K],
    to: Viewer,
  ): Refusal | undefined | Promise<Refusal | undefined>
  /** What a replacement means by this writer, where a reader does not see all of the record. */
  meant?(input: Fields, record: ConfigRecords[K], by: Viewer): Fields | Refusal
  /** One record in words, like "a holiday" in "Create a holiday". */
  readonly one: string
  readonly many: string
  readonly examples: RouteExamples
  /** The words about a route in place of those about all kinds. */
  readonly words?: Partial<Record<ConfigRouteName, RouteWords>>
}

interface RouteExamples {
  readonly create?: unknown
  readonly patch?: unknown
  readonly replace?: unknown
  /** The parameters of routes to one record. */
  readonly params?: object
}

interface RouteWords {
  readonly summary?: string
  readonly description?: string
}

/** A parameter of the path by which records of a kind are found. */
export interface RecordKey<K extends ConfigKindName> {
  readonly name: string
  readonly params: TSchema
  /** Finds a record; one that the session does not reach reads as missing. */
  find(to: Viewer, value: string): ConfigRecords[K] | Refusal
}

type Fields = Readonly<Record<string, unknown>>
/** The routes that all kinds share; a family may have some or all of them. */
export type ConfigRouteName =
  | 'list'
  | 'create'
  | 'order'
  | 'read'
  | 'patch'
  | 'replace'
  | 'delete'
  | 'read_only_one'
  | 'replace_only_one'

type Schemas = typeof CONFIG_SCHEMAS
type ViewOf<K extends ConfigKindName> = DeepReadonly<Static<Schemas[K]['record']>>

/**
 * A record as it reads at this moment. Where the stored record is not what the schema says, with figures
 * that are not stored for example, its family has to say how it is shown.
 */
export type Shown<K extends ConfigKindName> =
  ConfigRecords[K] extends ViewOf<K>
    ? { view?(record: ConfigRecords[K], to: Viewer): ViewOf<K> }
    : { view(record: ConfigRecords[K], to: Viewer): ViewOf<K> }

/** A family whose kind is not known here. */
export type AnyFamily = ConfigFamily<ConfigKindName> & {
  view?(record: AnyRecord, to: Viewer): unknown
}
type AnyRecord = ConfigRecords[ConfigKindName]

/** The things that a view may depend on beside the record. */
export interface Viewer {
  readonly services: FrontServices
  readonly session: Session
}
