import { assert } from '../../../engine/assert.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { recordsOf } from '../../../engine/config/book-records.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { groupsScope, refuseMissing } from '../../../engine/config/kind.js'
import { kindOf, nameOf } from '../../../engine/config/kinds.js'
import { usersIn } from '../../../engine/config/references.js'
import { DryRunQuery, OrderBody, RecordParams } from '../../../wire/schema/settings/config.js'
import { schemaOf } from '../../../wire/schema/settings/config-kinds.js'
import type { Static, TSchema } from '../../../wire/types/scalars.js'
import { Nullable, Rows } from '../../../wire/types/scalars.js'
import { reachOf } from '../../reach/group-reach.js'
import { type AnyFrontContext, type FrontRoute, type FrontServices, route } from '../route.js'
import type {
  AnyFamily,
  ConfigFamily,
  ConfigRouteName,
  RecordView,
  Viewer,
} from './config-family.js'
import { mayReadKind } from './config-readers.js'
import { affectsOf } from './dry-run.js'

export type { Viewer }

type Fields = Readonly<Record<string, unknown>>
type AnyRecord = ConfigRecords[ConfigKindName]

const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const CREATE_WORDS =
  'Answers the new record with its id and version. With `dry_run=true` the server only makes all ' +
  'checks and answers what the record would affect. `conflict`: another record has its name or path.'
const READ_WORDS = 'Answers the record with its version, which you send with a change.'

/**
 * Builds the standard routes of a kind: list, create, read, change, replace, delete and, if it has
 * an order, reorder. `read_only_one` and `replace_only_one` are for a kind with a single record,
 * whose path has no key.
 */
export function configRoutes<K extends ConfigKindName>(
  family: ConfigFamily<K> & RecordView<K>,
  ...which: readonly ConfigRouteName[]
): FrontRoute[] {
  return which.map((name) => ROUTES[name](family as unknown as AnyFamily))
}

const ROUTES: Readonly<Record<ConfigRouteName, (family: AnyFamily) => FrontRoute>> = {
  list: listRoute,
  create: createRoute,
  order: orderRoute,
  read: readRoute,
  patch: patchRoute,
  replace: replaceRoute,
  delete: deleteRoute,
  read_only_one: readOnlyOneRoute,
  replace_only_one: replaceOnlyOneRoute,
}

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

/** The path of a single record, with its key. */
function place({ path, key }: AnyFamily) {
  if (key === undefined) return { path: `${path}/{id}`, params: RecordParams as TSchema }
  return { path: `${path}/{${key.name}}`, params: key.params }
}

function listRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...readers(family),
    summary: `List ${family.many}`,
    description: `Answers all ${family.many}, without pages.`,
    ...family.words?.list,
    data: Rows(schemaOf(family.kind, 'record')),
    handle: (context) =>
      reachedRecords(context, family.kind).map((record) => shown(family, record, context)),
  })
}

/** The records of a kind within the session's scope, in order. */
export function reachedRecords<K extends ConfigKindName>(
  { services, session }: Viewer,
  kind: K,
): readonly ConfigRecords[K][] {
  const records = recordsOf(services.settings.book.records, kind)
  const scope = groupsScope(kindOf(kind))
  if (scope === undefined) return records
  const reach = reachOf(session)
  return records.filter((record) => scope.groupsOf(record).every((path) => reach.covers(path)))
}

function createRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'POST',
    path: family.path,
    audience: 'staff',
    ...writers(family),
    summary: `Create ${family.one}`,
    description: CREATE_WORDS,
    ...family.words?.create,
    idempotent: true,
    query: DryRunQuery,
    body: schemaOf(family.kind, 'create'),
    data: schemaOf(family.kind, 'record'),
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.create },
    async handle(context) {
      const { input } = replacement(context.body)
      const refusal = family.refuseCreate?.(input, context)
      if (refusal !== undefined) return refusal
      const { dry_run: dryRun } = context.query
      const created = await context.services.desk.ask('config.create', {
        actor: context.actor,
        ...(dryRun ? { dryRun } : context.keyed),
        kind: family.kind,
        input,
      })
      return created.ok ? answered(family, context, null, created.value) : created
    },
  })
}

function readRoute(family: AnyFamily): FrontRoute {
  const { params } = family.examples
  return route({
    method: 'GET',
    ...place(family),
    audience: 'staff',
    ...readers(family),
    summary: `Read ${family.one}`,
    description: READ_WORDS,
    ...family.words?.read,
    data: schemaOf(family.kind, 'record'),
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
  const record = recordsOf(services.settings.book.records, kind).find((one) => one.id === id)
  return record ?? refuseMissing(kindOf(kind).noun, id)
}

/**
 * The record that the path identifies. A record out of the session's scope is reported as missing.
 */
function named(
  family: AnyFamily,
  context: Viewer & { readonly params: unknown },
): AnyRecord | Refusal {
  const params = context.params as Readonly<Record<string, unknown>>
  const { key, kind } = family
  if (key !== undefined) return key.find(context, String(params[key.name]))
  return reachedRecord(context, kind, Number(params['id']))
}

/** Finds a record by id. A record out of the session's scope is reported as missing. */
export function reachedRecord<K extends ConfigKindName>(
  to: Viewer,
  kind: K,
  id: number,
): ConfigRecords[K] | Refusal {
  const record = reachedRecords(to, kind).find((one) => one.id === id)
  return record ?? refuseMissing(kindOf(kind).noun, id)
}

/** Finds a record by its unique name, ignoring case. */
export function recordByName<K extends ConfigKindName>(
  services: FrontServices,
  kind: K,
  name: string,
): ConfigRecords[K] | undefined {
  const wanted = name.toLowerCase()
  return recordsOf(services.settings.book.records, kind).find(
    (record) => nameOf(kind, record).toLowerCase() === wanted,
  )
}

function patchRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'PATCH',
    ...place(family),
    audience: 'staff',
    ...editors(family),
    summary: `Change ${family.one}`,
    description:
      'Send the version that you last read and the fields to change. A list replaces the stored ' +
      'one. A change without effect returns the record as it is. `conflict`: the record has ' +
      'another version; the answer has the record.',
    ...family.words?.patch,
    query: DryRunQuery,
    body: schemaOf(family.kind, 'patch'),
    data: schemaOf(family.kind, 'record'),
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
      return changed(family, context, record, { version, input })
    },
  })
}

const REPLACE_WORDS =
  'Send the whole record, with the version that you last read. Fields that you leave out get ' +
  'their default. You can send an answer of GET unchanged.'

function replaceRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'PUT',
    ...place(family),
    audience: 'staff',
    ...writers(family),
    summary: `Replace ${family.one}`,
    description: REPLACE_WORDS,
    ...family.words?.replace,
    query: DryRunQuery,
    body: schemaOf(family.kind, 'replace'),
    data: schemaOf(family.kind, 'record'),
    errors: CHANGE_ERRORS,
    example: { params: family.examples.params ?? { id: '1' }, body: family.examples.replace },
    async handle(context) {
      const record = named(family, context)
      if (isRefusal(record)) return record
      const given = replacement(context.body)
      const refusal = await family.refuseChange?.(given.input, record, context)
      return refusal ?? changed(family, context, record, { ...given, replaces: true })
    },
  })
}

/** Read-only fields of an answer are accepted in a request and ignored. */
function replacement(body: unknown): { readonly version: number; readonly input: Fields } {
  const {
    version,
    id: _,
    created_at: __,
    updated_at: ___,
    warnings: ____,
    ...input
  } = body as {
    readonly version: number
  } & Fields
  return { version, input }
}

function readOnlyOneRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'GET',
    path: family.path,
    audience: 'staff',
    ...readers(family),
    summary: `Read ${family.one}`,
    description: READ_WORDS,
    ...family.words?.read_only_one,
    data: schemaOf(family.kind, 'record'),
    handle: (context) => shown(family, onlyOne(family, context), context),
  })
}

function replaceOnlyOneRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'PUT',
    path: family.path,
    audience: 'staff',
    ...writers(family),
    summary: `Replace ${family.one}`,
    description: REPLACE_WORDS,
    ...family.words?.replace_only_one,
    query: DryRunQuery,
    body: schemaOf(family.kind, 'replace'),
    data: schemaOf(family.kind, 'record'),
    errors: ['conflict', 'unavailable'],
    example: { body: family.examples.replace },
    handle(context) {
      const { version, input } = replacement(context.body)
      const record = onlyOne(family, context)
      const meant = family.meant?.(input, record, context) ?? input
      if (isRefusal(meant)) return meant
      return changed(family, context, record, { version, input: meant, replaces: true })
    },
  })
}

function onlyOne({ kind }: AnyFamily, { services }: Viewer): AnyRecord {
  const [record] = services.settings.book.records[kind]
  assert(record !== undefined, `a server has its ${kind} from the first start on`)
  return record
}

/** The caller of a route that changes a record or does a dry run. */
type Changer = Viewer &
  Pick<AnyFrontContext, 'actor'> & { readonly query: Static<typeof DryRunQuery> }

async function changed(
  family: AnyFamily,
  context: Changer,
  record: AnyRecord,
  change: { version: number; input: Fields; replaces?: boolean },
) {
  const outcome = await context.services.desk.ask('config.update', {
    actor: context.actor,
    kind: family.kind,
    id: record.id,
    dryRun: context.query.dry_run,
    ...change,
  })
  if (outcome.ok) return answered(family, context, record, outcome.value)
  return withRecordShown(outcome, (one) => shown(family, one, context))
}

/** The record after the change. A dry run adds what it would affect. */
async function answered(
  family: AnyFamily,
  context: Changer,
  before: AnyRecord | null,
  after: AnyRecord,
) {
  const record = shown(family, after, context)
  if (!context.query.dry_run) return record
  const counted = await affectsOf(context, family.kind, before, after)
  return isRefusal(counted) ? counted : { ...(record as object), ...counted }
}

/**
 * A version conflict contains the current record, which is converted to the form of the route's
 * answers.
 */
export function withRecordShown(refusal: Refusal, show: (record: AnyRecord) => unknown): Refusal {
  const { told } = refusal
  if (told?.['record'] === undefined) return refusal
  return { ...refusal, told: { ...told, record: show(told['record'] as AnyRecord) } }
}

/** Removes records out of the caller's scope from a refused deletion. */
function withUsersReached(refusal: Refusal, to: Viewer): Refusal {
  if (refusal.told === undefined) return refusal
  const used_by = usersIn(refusal).filter(
    ({ kind, id }) => mayReadKind(to.session, kind) && !isRefusal(reachedRecord(to, kind, id)),
  )
  return { ...refusal, told: { ...refusal.told, used_by } }
}

function deleteRoute(family: AnyFamily): FrontRoute {
  const { params } = family.examples
  return route({
    method: 'DELETE',
    ...place(family),
    audience: 'staff',
    ...writers(family),
    summary: `Delete ${family.one}`,
    description:
      'With `dry_run=true` the server answers what the deletion affects and deletes nothing. ' +
      '`conflict`: other records use it; `used_by` lists them.',
    ...family.words?.delete,
    query: DryRunQuery,
    data: Nullable(schemaOf(family.kind, 'record')),
    errors: CHANGE_ERRORS,
    ...(params === undefined ? {} : { example: { params } }),
    async handle(context) {
      const record = named(family, context)
      if (isRefusal(record)) return record
      const { dry_run: dryRun } = context.query
      const removed = await context.services.desk.ask('config.remove', {
        actor: context.actor,
        kind: family.kind,
        id: record.id,
        dryRun,
      })
      if (!removed.ok) return withUsersReached(removed, context)
      if (!dryRun) return null
      const counted = await affectsOf(context, family.kind, record, null)
      return isRefusal(counted)
        ? counted
        : { ...(shown(family, record, context) as object), ...counted }
    },
  })
}

function orderRoute(family: AnyFamily): FrontRoute {
  return route({
    method: 'PUT',
    path: `${family.path}/order`,
    audience: 'staff',
    ...writers(family),
    summary: `Put ${family.many} in order`,
    description: 'Send the id of every record once. The answer is the whole list in its new order.',
    ...family.words?.order,
    body: OrderBody,
    data: Rows(schemaOf(family.kind, 'record')),
    errors: ['unavailable'],
    example: { body: { ids: [1] } },
    async handle(context) {
      const { services, body } = context
      const ordered = await services.desk.ask('config.order', {
        actor: context.actor,
        kind: family.kind,
        ids: body.ids,
      })
      if (!ordered.ok) return ordered
      const records = reachedRecords(context, family.kind)
      return records.map((record) => shown(family, record, context))
    },
  })
}
