import type { Outcome } from '../../../actors/thread/ask.js'
import type { Refusal } from '../../../engine/code.js'
import { recordsOf } from '../../../engine/config/book-records.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { refuseMissing } from '../../../engine/config/kind.js'
import { kindOf, nameOf } from '../../../engine/config/kinds.js'
import { isRefusal } from '../../../wire/answer/errors.js'
import { OrderBody, RecordParams } from '../../../wire/schema/config.js'
import type { DeepReadonly, Static, TSchema } from '../../../wire/schema/scalars.js'
import { Rows } from '../../../wire/schema/scalars.js'
import type { AnyContext, Route } from '../../pipeline/route.js'
import { route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { reachOf } from '../../reach/group-reach.js'

/**
 * The routes that all kinds of settings share. A family adds its own beside them. Records are read
 * from the front's memory, which has a change before the change is answered. Whose groups a record is
 * about is said by its kind (`KindScope`): others do not see it here, and the desk takes no change of
 * it from them.
 */
export interface ConfigFamily<K extends ConfigKindName, View extends TSchema = TSchema> {
  readonly kind: K
  /** `/admin/v1/holidays` */
  readonly path: string
  readonly right: string
  /** Any of these may read; the right when left out. */
  readonly readers?: readonly string[]
  /** Any of these may change; the right when left out. */
  readonly editors?: readonly string[]
  /** What an editor without the right may not change. */
  refusePatch?(input: Readonly<Record<string, unknown>>): Refusal | undefined
  /** As in "Create a holiday". */
  readonly one: string
  readonly many: string
  readonly record: View
  readonly create: TSchema
  readonly patch: TSchema
  readonly examples: { readonly create: unknown; readonly patch: unknown }
}

/**
 * A record as it reads at this moment. Where the stored record is not what the schema says, with figures
 * that are not stored for example, its family has to say how it is shown.
 */
type Shown<K extends ConfigKindName, View extends TSchema> =
  ConfigRecords[K] extends DeepReadonly<Static<View>>
    ? { view?(record: ConfigRecords[K], to: Viewer): DeepReadonly<Static<View>> }
    : { view(record: ConfigRecords[K], to: Viewer): DeepReadonly<Static<View>> }

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

/** List, create, read, change, delete, and order for kinds that have one. */
export function configRoutes<K extends ConfigKindName, View extends TSchema>(
  family: ConfigFamily<K, View> & Shown<K, View>,
  ...which: readonly ConfigRouteName[]
): Route[] {
  return which.map((name) => ROUTES[name](family as unknown as AnyFamily))
}

export type ConfigRouteName = 'list' | 'create' | 'order' | 'read' | 'patch' | 'delete'

const ROUTES: Readonly<Record<ConfigRouteName, (family: AnyFamily) => Route>> = {
  list: listRoute,
  create: createRoute,
  order: orderRoute,
  read: readRoute,
  patch: patchRoute,
  delete: deleteRoute,
}

function anyOf(family: AnyFamily, these: readonly string[] | undefined) {
  return these === undefined ? { rights: [family.right] } : { rights: [], anyOf: these }
}

function shown(family: AnyFamily, record: AnyRecord, to: Viewer): unknown {
  return family.view?.(record, to) ?? record
}

function listRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...anyOf(family, family.readers),
    summary: `List ${family.many}`,
    data: Rows(family.record),
    handle: (context) =>
      reachedRecords(context, family.kind).map((record) => shown(family, record, context)),
  })
}

/** Those of a kind that the session reaches, in their order. */
function reachedRecords(
  { services, session }: Viewer,
  kind: ConfigKindName,
): readonly ConfigRecords[ConfigKindName][] {
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
    rights: [family.right],
    summary: `Create ${family.one}`,
    idempotent: true,
    body: family.create,
    data: family.record,
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.create },
    async handle(context) {
      const { id: _, version: __, ...input } = context.body as Record<string, unknown>
      const created = await context.services.supervisor.ask('config.create', {
        actor: actorOf(context),
        ...context.keyed,
        kind: family.kind,
        input,
      })
      return created.ok ? shown(family, created.value, context) : created
    },
  })
}

function readRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: `${family.path}/{id}`,
    audience: 'staff',
    ...anyOf(family, family.readers),
    summary: `Read ${family.one}`,
    params: RecordParams,
    data: family.record,
    errors: ['not_found'],
    handle: (context) => {
      const record = reachedById(context, family.kind, context.params.id)
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

/** One that the session does not reach is not there. */
function reachedById(
  to: Viewer,
  kind: ConfigKindName,
  id: number,
): ConfigRecords[ConfigKindName] | Refusal {
  const record = reachedRecords(to, kind).find((one) => one.id === id)
  return record ?? refuseMissing(kindOf(kind).noun, id)
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
    path: `${family.path}/{id}`,
    audience: 'staff',
    ...anyOf(family, family.editors),
    summary: `Change ${family.one}`,
    description:
      'Names the version that was last read. Lists replace the whole list. A change that changes ' +
      'nothing answers the record as it is.',
    params: RecordParams,
    body: family.patch,
    data: family.record,
    errors: CHANGE_ERRORS,
    example: { params: { id: '1' }, body: family.examples.patch },
    async handle(context) {
      const { version, ...input } = context.body as { version: number }
      const record = reachedById(context, family.kind, context.params.id)
      if (isRefusal(record)) return record
      const isFree = context.session.rights.has(family.right)
      const refusal = isFree ? undefined : family.refusePatch?.(input)
      if (refusal !== undefined) return refusal
      const changed = await context.services.supervisor.ask('config.update', {
        actor: actorOf(context),
        kind: family.kind,
        id: context.params.id,
        version,
        input,
      })
      return changed.ok ? shown(family, changed.value, context) : changed
    },
  })
}

function deleteRoute(family: AnyFamily): Route {
  return route({
    method: 'DELETE',
    path: `${family.path}/{id}`,
    audience: 'staff',
    rights: [family.right],
    summary: `Delete ${family.one}`,
    params: RecordParams,
    errors: CHANGE_ERRORS,
    async handle(context) {
      const record = reachedById(context, family.kind, context.params.id)
      if (isRefusal(record)) return record
      const removed = await context.services.supervisor.ask('config.remove', {
        actor: actorOf(context),
        kind: family.kind,
        id: context.params.id,
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
    rights: [family.right],
    summary: `Put ${family.many} in order`,
    description: 'Lists every item exactly once; answers the whole list in its new order.',
    body: OrderBody,
    data: Rows(family.record),
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
