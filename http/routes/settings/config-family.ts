import type { Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { CONFIG_SCHEMAS } from '../../../wire/schema/settings/config-kinds.js'
import type { DeepReadonly, Static, TSchema } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import type { FrontServices } from '../route.js'

/**
 * The routes that all kinds of settings share. A kind may add its own routes. Records are read from
 * the front's memory, which is updated before a change is answered. The kind's scope (`KindScope`)
 * decides which records a caller sees and may change. `wire/schema/settings/config-kinds.ts`
 * defines their schemas.
 */
export interface ConfigFamily<K extends ConfigKindName> {
  readonly kind: K
  /** The path of the routes, such as `/admin/v1/holidays`. */
  readonly path: string
  readonly right: string
  /** Rights to write in addition to `right`; all are required. */
  readonly writesAlsoNeed?: readonly string[]
  /** Rights to read, of which any one is enough. By default `right`. */
  readonly readers?: readonly string[]
  /** Rights to change a record, of which any one is enough. By default the rights to write. */
  readonly editors?: readonly string[]
  /** The key of a record in the path, if it is not `{id}`. */
  readonly key?: RecordKey<K>
  /** Refuses a new record for reasons that only the front knows. */
  refuseCreate?(input: Fields, to: Viewer): Refusal | undefined
  /** Refuses changes that need more than an editor's rights. */
  refusePatch?(input: Fields): Refusal | undefined
  /** Refuses a change of this record for reasons that only the front knows. */
  refuseChange?(
    input: Fields,
    record: ConfigRecords[K],
    to: Viewer,
  ): Refusal | undefined | Promise<Refusal | undefined>
  /** Completes a replacement with the parts of the record that the writer may not see. */
  meant?(input: Fields, record: ConfigRecords[K], by: Viewer): Fields | Refusal
  /** One record in words, such as "a holiday" in "Create a holiday". */
  readonly one: string
  readonly many: string
  readonly examples: RouteExamples
  /** Texts that replace the standard ones of a route. */
  readonly words?: Partial<Record<ConfigRouteName, RouteWords>>
}

interface RouteExamples {
  readonly create?: unknown
  readonly patch?: unknown
  readonly replace?: unknown
  /** The path parameters of routes for a single record. */
  readonly params?: object
}

interface RouteWords {
  readonly summary?: string
  readonly description?: string
}

/** A path parameter that identifies a record. */
export interface RecordKey<K extends ConfigKindName> {
  readonly name: string
  readonly params: TSchema
  /** Finds a record. A record out of the session's scope is reported as missing. */
  find(to: Viewer, value: string): ConfigRecords[K] | Refusal
}

type Fields = Readonly<Record<string, unknown>>
/** The standard routes. A kind may have all or some of them. */
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
 * How to show a record. Required if the stored record differs from the schema, for example by
 * computed fields.
 */
export type RecordView<K extends ConfigKindName> =
  ConfigRecords[K] extends ViewOf<K>
    ? { view?(record: ConfigRecords[K], to: Viewer): ViewOf<K> }
    : { view(record: ConfigRecords[K], to: Viewer): ViewOf<K> }

/** A family with its kind unknown at compile time. */
export type AnyFamily = ConfigFamily<ConfigKindName> & {
  view?(record: AnyRecord, to: Viewer): unknown
}
type AnyRecord = ConfigRecords[ConfigKindName]

/** The context of a view, besides the record. */
export interface Viewer {
  readonly services: FrontServices
  readonly session: Session
}
