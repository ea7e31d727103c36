import type { Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import { recordsOf } from '../../../engine/config/book-records.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { refuseMissing } from '../../../engine/config/kind.js'
import { kindOf, nameOf } from '../../../engine/config/kinds.js'
import { isRefusal } from '../../../wire/answer/errors.js'
import { OrderBody, RecordParams } from '../../../wire/schema/config.js'
import { CONFIG_SCHEMAS, type KindSchemas } from '../../../wire/schema/config-kinds.js'
import type { DeepReadonly, Static, TSchema } from '../../../wire/schema/scalars.js'
import { Rows } from '../../../wire/schema/scalars.js'
import { onceOf } from '../../pipeline/idempotency-key.js'
import type { AnyContext, Route } from '../../pipeline/route.js'
import { route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { reachOf } from '../../reach/group-reach.js'

/**
 * The routes that all kinds of settings share. A family adds its own beside them. Records are read
 * from the front's memory, which has a change before the change is answered. Whose groups a record is
 * about is said by its kind (`KindScope`): others do not see it here, and the desk takes no change of
 * it from them. What goes in and out is said by `wire/schema/config-kinds.ts`.
 */
export interface ConfigFamily<K extends ConfigKindName> {
  readonly kind: K
  /** `/admin/v1/holidays` */
  readonly path: string
  readonly right: string
  /** All of these to write, beside the right. */
  readonly writesAlsoNeed?: readonly string[]
  /** Any of these may read; the right when left out. */
  readonly readers?: readonly string[]
  /** Any of these may change; those who may write when left out. */
  readonly editors?: readonly string[]
  /** How the path names a record, where it is not by `{id}`. */
  readonly key?: RecordKey<K>
  /** Why this one may not be created, beside what the desk says: what only the front knows. */
  refuseCreate?(input: Fields, to: Viewer): Refusal | undefined
  /** What an editor without the right may not change. */
  refusePatch?(input: Fields): Refusal | undefined
  /** Why this record may not become so. */
  refuseChange?(
    input: Fields,
    record: ConfigRecords[K],
    to: Viewer,
  ): Refusal | undefined | Promise<Refusal | undefined>
  /** As in "Create a holiday". */
  readonly one: string
  readonly many: string
  readonly examples: RouteExamples
  /** What is said of a route instead of what is said of all kinds. */
  readonly words?: Partial<Record<ConfigRouteName, RouteWords>>
}

interface RouteExamples {
  readonly create?: unknown
  readonly patch?: unknown
  readonly replace?: unknown
  /** Of routes to one record. */
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
  /** One that the session does not reach is not there. */
  find(to: Viewer, value: string): ConfigRecords[K] | Refusal
}

type Fields = Readonly<Record<string, unknown>>
type Schemas = typeof CONFIG_SCHEMAS
type ViewOf<K extends ConfigKindName> = DeepReadonly<Static<Schemas[K]['record']>>

/**
 * A record as it reads at this moment. Where the stored record is not what the schema says, with figures
 * that are not stored for example, its family has to say how it is shown.
 */
type Shown<K extends ConfigKindName> =
  ConfigRecords[K] extends ViewOf<K>
    ? { view?(record: ConfigRecords[K], to: Viewer): ViewOf<K> }
    : { view(record: ConfigRecords[K], to: Viewer): ViewOf<K> }

/** A family whose kind is not known here. */
type AnyFamily = ConfigFamily<ConfigKindName> & {
  view?(record: AnyRecord, to: Viewer): unknown
}
type AnyRecord = ConfigRecords[ConfigKindName]

/** What a view may depend on beside the record. */
export interface Viewer {
  readonly services: FrontServices
  readonly session: Session
}

const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const

/**
 * List, create, read, change, replace, delete, and order for kinds that have one. `read_only_one` and
 * `replace_only_one` are for a kind with one record, which the path does not name.
 */
export function configRoutes<K extends ConfigKindName>(
  family: ConfigFamily<K> & Shown<K>,
  ...which: readonly ConfigRouteName[]
): Route[] {
  return which.map((name) => ROUTES[name](family as unknown as AnyFamily))
}

const ROUTES = {
  list: listRoute,
  create: createRoute,
  order: orderRoute,
  read: readRoute,
  patch: patchRoute,
  replace: replaceRoute,
  delete: deleteRoute,
  read_only_one: readOnlyOneRoute,
  replace_only_one: replaceOnlyOneRoute,
} satisfies Readonly<Record<string, (family: AnyFamily) => Route>>

export type ConfigRouteName = keyof typeof ROUTES

function readers({ right, readers: any }: AnyFamily) {
  return any === undefined ? { rights: [right] } : { rights: [], anyOf: any }
}

function writers({ right, writesAlsoNeed = [] }: AnyFamily) {
  return { rights: [right, ...writesAlsoNeed] }
}

function editors(family: AnyFamily) {
  const { editors: any } = family
  return any === undefined ? writers(family) : { rights: [], anyOf: any }
}

function shown(family: AnyFamily, record: AnyRecord, to: Viewer): unknown {
  return family.view?.(record, to) ?? record
}

function schemaOf({ kind }: AnyFamily, what: keyof KindSchemas): TSchema {
  const schema = CONFIG_SCHEMAS[kind][what]
  assert(schema !== null, `${kind} have a schema to ${what}`)
  return schema
}

/** Of one record: how the path names it. */
function place({ path, key }: AnyFamily) {
  if (key === undefined) return { path: `${path}/{id}`, params: RecordParams as TSchema }
  return { path: `${path}/{${key.name}}`, params: key.params }
}

function listRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...readers(family),
    summary: `List ${family.many}`,
    ...family.words?.list,
    data: Rows(schemaOf(family, 'record')),
    handle: (context) =>
      reachedRecords(context, family.kind).map((record) => shown(family, record, context)),
  })
}

/** Those of a kind that the session reaches, in their order. */
function reachedRecords({ services, session }: Viewer, kind: ConfigKindName): readonly AnyRecord[] {
  const records = services.supervisor.book.records[kind]
  const { scope } = kindOf(kind)
  if (scope === 'server') return records
  const reach = reachOf(session)
  return records.filter((record) => scope.groupsOf(record).every((path) => reach.covers(path)))
}

function createRoute(family: AnyFamily): Route {
  return route({
    method: 'POST',
    path: family.path,
    audience: 'staff',
    ...writers(family),
    summary: `Create ${family.one}`,
    ...family.words?.create,
    idempotent: true,
    body: schemaOf(family, 'create'),
    data: schemaOf(family, 'record'),
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.create },
    async handle(context) {
      const { id: _, version: __, ...input } = context.body as Record<string, unknown>
      const refusal = family.refuseCreate?.(input, context)
      if (refusal !== undefined) return refusal
      const once = onceOf(context)
      if (isRefusal(once)) return once
      const created = await context.services.supervisor.ask('config.create', {
        actor: actorOf(context),
        ...once,
        kind: family.kind,
        input,
      })
      return created.ok ? shown(family, created.value, context) : created
    },
  })
}

function readRoute(family: AnyFamily): Route {
  const { params } = family.examples
  return route({
    method: 'GET',
    ...place(family),
    audience: 'staff',
    ...readers(family),
    summary: `Read ${family.one}`,
    ...family.words?.read,
    data: schemaOf(family, 'record'),
    errors: ['not_found'],
    ...(params === undefined ? {} : { example: { params } }),
    handle: (context) => {
      const record = named(family, context)
      return isRefusal(record) ? record : shown(family, record, context)
    },
  })
}

export function recordById<K extends ConfigKindName>(
  services: FrontServices,
  kind: K,
  id: number,
): ConfigRecords[K] | Refusal {
  const record = recordsOf(services.supervisor.book.records, kind).find((one) => one.id === id)
  return record ?? refuseMissing(kindOf(kind).noun, id)
}

/** The record that the path names; one that the session does not reach is not there. */
function named(
  family: AnyFamily,
  context: Viewer & { readonly params: unknown },
): AnyRecord | Refusal {
  const params = context.params as Readonly<Record<string, unknown>>
  const { key, kind } = family
  if (key !== undefined) return key.find(context, String(params[key.name]))
  return reachedRecord(context, kind, Number(params['id']))
}

/** For routes of their own to one record: one that the session does not reach is not there. */
export function reachedRecord<K extends ConfigKindName>(
  to: Viewer,
  kind: K,
  id: number,
): ConfigRecords[K] | Refusal {
  const record = reachedRecords(to, kind).find((one) => one.id === id)
  return (record as ConfigRecords[K] | undefined) ?? refuseMissing(kindOf(kind).noun, id)
}

/** By the kind's unique name, in any case. */
export function recordByName<K extends ConfigKindName>(
  services: FrontServices,
  kind: K,
  name: string,
): ConfigRecords[K] | undefined {
  const wanted = name.toLowerCase()
  return recordsOf(services.supervisor.book.records, kind).find(
    (record) => nameOf(kind, record).toLowerCase() === wanted,
  )
}

function patchRoute(family: AnyFamily): Route {
  return route({
    method: 'PATCH',
    ...place(family),
    audience: 'staff',
    ...editors(family),
    summary: `Change ${family.one}`,
    description:
      'Names the version that was last read. Lists replace the whole list. A change that changes ' +
      'nothing answers the record as it is.',
    ...family.words?.patch,
    body: schemaOf(family, 'patch'),
    data: schemaOf(family, 'record'),
    errors: CHANGE_ERRORS,
    example: { params: family.examples.params ?? { id: '1' }, body: family.examples.patch },
    async handle(context) {
      const { version, ...input } = context.body as { version: number }
      const record = named(family, context)
      if (isRefusal(record)) return record
      const isFree = context.session.rights.has(family.right)
      const refusal = isFree ? undefined : family.refusePatch?.(input)
      const more = refusal ?? (await family.refuseChange?.(input, record, context))
      if (more !== undefined) return more
      return changed(family, context, { id: record.id, version, input })
    },
  })
}

const REPLACE_WORDS =
  'The whole, with the version last read: what is left out goes back to its default. An answer of GET ' +
  'may be sent back as it is.'

function replaceRoute(family: AnyFamily): Route {
  return route({
    method: 'PUT',
    ...place(family),
    audience: 'staff',
    ...writers(family),
    summary: `Replace ${family.one}`,
    description: REPLACE_WORDS,
    ...family.words?.replace,
    body: schemaOf(family, 'replace'),
    data: schemaOf(family, 'record'),
    errors: CHANGE_ERRORS,
    example: { params: family.examples.params ?? { id: '1' }, body: family.examples.replace },
    async handle(context) {
      const record = named(family, context)
      if (isRefusal(record)) return record
      const given = replacement(context.body)
      const refusal = await family.refuseChange?.(given.input, record, context)
      return refusal ?? changed(family, context, { ...given, id: record.id, replaces: true })
    },
  })
}

/** What an answer has beside what can be set is taken and not read. */
function replacement(body: unknown): { readonly version: number; readonly input: Fields } {
  const {
    version,
    id: _,
    created_at: __,
    updated_at: ___,
    ...input
  } = body as {
    readonly version: number
  } & Fields
  return { version, input }
}

function readOnlyOneRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...readers(family),
    summary: `Read ${family.one}`,
    ...family.words?.read_only_one,
    data: schemaOf(family, 'record'),
    handle: (context) => shown(family, onlyOne(family, context), context),
  })
}

function replaceOnlyOneRoute(family: AnyFamily): Route {
  return route({
    method: 'PUT',
    path: family.path,
    audience: 'staff',
    ...writers(family),
    summary: `Replace ${family.one}`,
    description: REPLACE_WORDS,
    ...family.words?.replace_only_one,
    body: schemaOf(family, 'replace'),
    data: schemaOf(family, 'record'),
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.replace },
    handle(context) {
      const { id } = onlyOne(family, context)
      return changed(family, context, { ...replacement(context.body), id, replaces: true })
    },
  })
}

function onlyOne({ kind }: AnyFamily, { services }: Viewer): AnyRecord {
  const [record] = services.supervisor.book.records[kind]
  assert(record !== undefined, `a server has its ${kind} from the first start on`)
  return record
}

async function changed(
  family: AnyFamily,
  context: Viewer & Pick<AnyContext, 'address' | 'requestId'>,
  change: { id: number; version: number; input: Fields; replaces?: boolean },
) {
  const outcome = await context.services.supervisor.ask('config.update', {
    actor: actorOf(context),
    kind: family.kind,
    ...change,
  })
  return outcome.ok ? shown(family, outcome.value, context) : outcome
}

function deleteRoute(family: AnyFamily): Route {
  const { params } = family.examples
  return route({
    method: 'DELETE',
    ...place(family),
    audience: 'staff',
    ...writers(family),
    summary: `Delete ${family.one}`,
    ...family.words?.delete,
    errors: CHANGE_ERRORS,
    ...(params === undefined ? {} : { example: { params } }),
    async handle(context) {
      const record = named(family, context)
      if (isRefusal(record)) return record
      const removed = await context.services.supervisor.ask('config.remove', {
        actor: actorOf(context),
        kind: family.kind,
        id: record.id,
      })
      return removed.ok ? null : removed
    },
  })
}

function orderRoute(family: AnyFamily): Route {
  return route({
    method: 'PUT',
    path: `${family.path}/order`,
    audience: 'staff',
    ...writers(family),
    summary: `Put ${family.many} in order`,
    description: 'Lists every item exactly once; answers the whole list in its new order.',
    ...family.words?.order,
    body: OrderBody,
    data: Rows(schemaOf(family, 'record')),
    errors: ['unavailable'],
    example: { body: { ids: [1] } },
    async handle(context) {
      const { services, body } = context
      const ordered = await services.supervisor.ask('config.order', {
        actor: actorOf(context),
        kind: family.kind,
        ids: body.ids,
      })
      if (!ordered.ok) return ordered
      const records = reachedRecords(context, family.kind)
      return records.map((record) => shown(family, record, context))
    },
  })
}

/** The answer to a change of a record of the kind, which is one of that kind. */
export function changedOf<K extends ConfigKindName>(
  _kind: K,
  changed: Outcome<AnyRecord>,
): ConfigRecords[K] | Refusal {
  return changed.ok ? (changed.value as ConfigRecords[K]) : changed
}

export function actorOf(context: Pick<AnyContext, 'session' | 'address' | 'requestId'>) {
  const { session, address, requestId } = context
  return { login: session?.login ?? null, ip: address, requestId }
}
