import { refuse } from '../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../engine/config/kind.js'
import { nameOf } from '../engine/config/kinds.js'
import { OrderBody, RecordParams } from '../wire/schema/config.js'
import type { TSchema } from '../wire/schema/scalars.js'
import { Rows } from '../wire/schema/scalars.js'
import type { AnyContext, Route } from './route.js'
import { route } from './route.js'
import type { FrontServices } from './services.js'

/**
 * The routes that all kinds of settings share. A family adds its own beside them. Records are read
 * from the front's memory, which has a change before the change is answered.
 */
export interface ConfigFamily<K extends ConfigKindName> {
  readonly kind: K
  /** `/admin/v1/holidays` */
  readonly path: string
  readonly right: string
  /** Any of these may read; the right when left out. */
  readonly readers?: readonly string[]
  /** As in "Create a holiday". */
  readonly one: string
  readonly many: string
  readonly record: TSchema
  readonly create: TSchema
  readonly patch: TSchema
  /** What a record reads like at this moment: figures that are not stored. */
  view?(record: ConfigRecords[K], services: FrontServices): unknown
  readonly examples: { readonly create: unknown; readonly patch: unknown }
}

const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const

/** List, create, read, change, delete, and order for kinds that have one. */
export function configRoutes<K extends ConfigKindName>(
  family: ConfigFamily<K>,
  ...which: readonly ConfigRouteName[]
): Route[] {
  return which.map((name) => ROUTES[name](family as unknown as ConfigFamily<ConfigKindName>))
}

export type ConfigRouteName = 'list' | 'create' | 'order' | 'read' | 'patch' | 'delete'
type AnyFamily = ConfigFamily<ConfigKindName>

const ROUTES: Readonly<Record<ConfigRouteName, (family: AnyFamily) => Route>> = {
  list: listRoute,
  create: createRoute,
  order: orderRoute,
  read: readRoute,
  patch: patchRoute,
  delete: deleteRoute,
}

function readers(family: AnyFamily) {
  return family.readers === undefined
    ? { rights: [family.right] }
    : { rights: [], anyOf: family.readers }
}

export function shown(family: AnyFamily, record: unknown, services: FrontServices): unknown {
  return family.view?.(record as never, services) ?? record
}

function listRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...readers(family),
    summary: `List ${family.many}`,
    data: Rows(family.record),
    handle: ({ services }) =>
      services.supervisor.book.records[family.kind].map((r) => shown(family, r, services)) as never,
  })
}

function createRoute(family: AnyFamily): Route {
  return route({
    method: 'POST',
    path: family.path,
    audience: 'staff',
    rights: [family.right],
    summary: `Create ${family.one}`,
    body: family.create,
    data: family.record,
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.create },
    async handle(context) {
      const { id: _, version: __, ...input } = context.body as Record<string, unknown>
      const created = await context.services.supervisor.ask('config.create', {
        actor: actorOf(context),
        kind: family.kind,
        input,
      })
      return (created.ok ? shown(family, created.value, context.services) : created) as never
    },
  })
}

function readRoute(family: AnyFamily): Route {
  return route({
    method: 'GET',
    path: `${family.path}/{id}`,
    audience: 'staff',
    ...readers(family),
    summary: `Read ${family.one}`,
    params: RecordParams,
    data: family.record,
    errors: ['not_found'],
    handle: ({ params, services }) => shownOf(family, services, params.id) as never,
  })
}

/** A record by id, as it is shown; or that there is none. */
export function shownOf(family: AnyFamily, services: FrontServices, id: number): unknown {
  const record = recordById(services, family.kind, id)
  if (record === undefined) return refuse('not_found', `There is no ${family.kind} record ${id}.`)
  return shown(family, record, services)
}

export function recordById<K extends ConfigKindName>(
  services: FrontServices,
  kind: K,
  id: number,
): ConfigRecords[K] | undefined {
  const records = services.supervisor.book.records[kind] as readonly ConfigRecords[K][]
  return records.find((record) => record.id === id)
}

/** By the kind's unique name, in any case. */
export function recordByName<K extends ConfigKindName>(
  services: FrontServices,
  kind: K,
  name: string,
): ConfigRecords[K] | undefined {
  const records = services.supervisor.book.records[kind] as readonly ConfigRecords[K][]
  const wanted = name.toLowerCase()
  return records.find((record) => nameOf(kind, record).toLowerCase() === wanted)
}

function patchRoute(family: AnyFamily): Route {
  return route({
    method: 'PATCH',
    path: `${family.path}/{id}`,
    audience: 'staff',
    rights: [family.right],
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
      const changed = await context.services.supervisor.ask('config.update', {
        actor: actorOf(context),
        kind: family.kind,
        id: context.params.id,
        version,
        input,
      })
      return (changed.ok ? shown(family, changed.value, context.services) : changed) as never
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
      const records = services.supervisor.book.records[family.kind]
      return records.map((record) => shown(family, record, services)) as never
    },
  })
}

export function actorOf(context: Pick<AnyContext, 'session' | 'address' | 'requestId'>) {
  const { session, address, requestId } = context
  return { login: session?.login ?? null, ip: address, requestId }
}
