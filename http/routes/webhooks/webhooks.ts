import { requestId } from '../../../actors/thread/random.js'
import { testBody } from '../../../actors/webhooks/payload.js'
import { progressFrom } from '../../../actors/webhooks/progress.js'
import { makeWebhookSecret, webhookKey } from '../../../actors/webhooks/signature.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { WebhookRecord } from '../../../engine/config/records/webhook.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { timeOrNull, timeText } from '../../../wire/format/time-text.js'
import { DryRunQuery, RecordParams } from '../../../wire/schema/settings/config.js'
import {
  CreateWebhookBody,
  MadeWebhookView,
  ReplayWebhookBody,
  RotateWebhookBody,
  WebhookDeliveriesView,
  WebhookTestView,
} from '../../../wire/schema/settings/webhook.js'
import type { WebhookDelivery } from '../../../wire/stored/programs/stored-webhook.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'
import { configRoutes, recordById } from '../settings/config-routes.js'
import { cursorFrom, newestCursor } from './replay-cursor.js'

/** Routes for webhooks (docs/decisions/webhooks.md). Their settings use the standard routes. */
const PATH = '/admin/v1/webhooks'
const ONE = `${PATH}/{id}`
const RIGHT = 'config.webhooks'
const EXAMPLE = { params: { id: '1' } }
const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const SHARED = { audience: 'staff', rights: [RIGHT] } as const
const SHOWN_ONCE =
  'If the server made the secret, the answer shows it once. `conflict`: a request with this ' +
  '`Idempotency-Key` was already carried out; the answer has the id of the webhook.'

const createRoute = route({
  ...SHARED,
  method: 'POST',
  path: PATH,
  summary: 'Create a webhook',
  description: `The webhook gets events that are newer than its creation. ${SHOWN_ONCE}`,
  idempotent: true,
  answersSecrets: true,
  query: DryRunQuery,
  body: CreateWebhookBody,
  data: MadeWebhookView,
  errors: ['conflict', 'unavailable'],
  example: { body: { name: 'CRM', url: 'https://crm.example.com/events', kinds: ['deal'] } },
  async handle({ actor, body, query, keyed, services }) {
    const given = (body as { readonly secret?: string }).secret
    const wrong = secretFault(given)
    if (wrong !== undefined) return wrong
    const secret = given ?? makeWebhookSecret()
    const cursor = await newestCursor(services)
    if (isRefusal(cursor)) return cursor
    const made = await services.desk.ask('webhooks.create', {
      actor,
      ...(query.dry_run ? { dryRun: true } : keyed),
      input: { ...body, secret },
      progress: progressFrom(cursor),
    })
    if (!made.ok) return made
    const record = view(made.value, services)
    if (query.dry_run || given !== undefined) return { ...record, secret: null }
    return (await refuseShown(made.value, secret, services)) ?? { ...record, secret }
  },
})

const rotateRoute = route({
  ...SHARED,
  method: 'POST',
  path: `${ONE}/rotate-secret`,
  summary: 'Replace the secret of a webhook',
  description:
    'For `grace_sec` more seconds, the server also signs requests with the previous secret. ' +
    SHOWN_ONCE,
  idempotent: true,
  answersSecrets: true,
  params: RecordParams,
  body: RotateWebhookBody,
  data: MadeWebhookView,
  errors: CHANGE_ERRORS,
  example: { ...EXAMPLE, body: { grace_sec: 86_400 } },
  async handle({ actor, params: { id }, body, keyed, services }) {
    const secret = makeWebhookSecret()
    const graceMs = body.grace_sec * 1000
    const rotated = await services.desk.ask('webhooks.rotate', {
      actor,
      ...keyed,
      id,
      secret,
      graceMs,
    })
    if (!rotated.ok) return rotated
    const shown = await refuseShown(rotated.value, secret, services)
    return shown ?? { ...view(rotated.value, services), secret }
  },
})

const testRoute = route({
  ...SHARED,
  method: 'POST',
  path: `${ONE}/test`,
  rate: { per: 'login', max: 10, seconds: 60 },
  summary: 'Send a test to the receiver of a webhook',
  description:
    'Sends one signed request of the type `test`, even if the webhook is disabled, and waits up ' +
    'to 15 seconds for the answer.',
  params: RecordParams,
  data: WebhookTestView,
  errors: ['not_found', 'unavailable'],
  example: EXAMPLE,
  async handle({ actor, params: { id }, services }) {
    const target = await services.desk.ask('webhooks.test', { actor, id })
    if (!target.ok) return target
    const name = `test-${requestId()}`
    const body = testBody(name, services.clock.now())
    const { thread } = services.webhooks
    const answer = await thread.send({ do: 'send', target: target.value, id: name, body })
    const told = await services.desk.ask('webhooks.tested', { actor, id, answer })
    if (!told.ok) return told
    const { status, durationMs, answer: text, error } = answer
    return { delivered: error === '', status, duration_ms: durationMs, answer: text, error }
  },
})

const replayRoute = route({
  ...SHARED,
  method: 'POST',
  path: `${ONE}/replay`,
  summary: 'Deliver events of a webhook again',
  description:
    'Sets the cursor back: the server delivers all events after it again, before anything newer. Events that were given up are among them.',
  idempotent: true,
  params: RecordParams,
  body: ReplayWebhookBody,
  errors: ['not_found', 'conflict', 'resume_gone', 'unavailable'],
  example: { ...EXAMPLE, body: { from: '2026-03-02T10:00:00Z' } },
  async handle({ actor, params: { id }, body: { from }, keyed, services }) {
    const cursor = await cursorFrom(from, services)
    if (isRefusal(cursor)) return cursor
    const { runner } = services.webhooks
    const lastSuccessAt = runner.line(id)?.progress?.lastSuccessAt ?? null
    const progress = { ...progressFrom(cursor), lastSuccessAt }
    if (keyed.once !== undefined) {
      const first = await services.desk.ask('once.first', { actor, once: keyed.once })
      if (!first.ok || first.value !== null) return first.ok ? null : first
    }
    const set = await services.desk.ask('webhooks.replay', {
      actor,
      ...keyed,
      id,
      from,
      progress,
    })
    if (!set.ok) return set
    runner.replayed(id, progress)
    return null
  },
})

const deliveriesRoute = route({
  ...SHARED,
  method: 'GET',
  path: `${ONE}/deliveries`,
  summary: 'List deliveries of a webhook',
  description:
    'Lists the newest attempts for up to 500 events since the start of the server, newest first. ' +
    'After them come the newest 1,000 events that the server gave up.',
  params: RecordParams,
  data: WebhookDeliveriesView,
  errors: ['not_found', 'unavailable'],
  example: EXAMPLE,
  async handle({ params: { id }, services }) {
    const record = recordById(services, 'webhooks', id)
    if (isRefusal(record)) return record
    const stored = await services.desk.ask('webhooks.failures', { id })
    if (!stored.ok) return stored
    const recent = services.webhooks.runner.line(id)?.deliveries ?? []
    const known = new Set(recent.map(({ eventId }) => eventId))
    const older = stored.value.filter(({ eventId }) => !known.has(eventId)).reverse()
    return { items: [...recent, ...older].map(deliveryView) }
  },
})

const [listRoute, readRoute, patchRoute, deleteRoute] = configRoutes(
  {
    kind: 'webhooks',
    path: PATH,
    right: RIGHT,
    one: 'a webhook',
    many: 'webhooks',
    examples: { patch: { version: 1, enabled: false } },
    refuseChange: ({ secret }) => secretFault(secret),
    view: (record, { services }) => view(record, services),
  },
  'list',
  'read',
  'patch',
  'delete',
) as [FrontRoute, FrontRoute, FrontRoute, FrontRoute]

export const adminWebhookRoutes: readonly FrontRoute[] = [
  listRoute,
  createRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  rotateRoute,
  testRoute,
  replayRoute,
  deliveriesRoute,
]

type Parts = Pick<FrontServices, 'webhooks' | 'desk' | 'clock'>

function view(record: WebhookRecord, { webhooks, clock }: Parts) {
  const { has_old_secret: _, old_secret_until: until, kinds, ...shown } = record
  const { status, lastSuccessAt, lastError, cursor, lag } = webhooks.runner.stateOf(record)
  const isOver = until === null || Date.parse(until) <= clock.now()
  return {
    ...shown,
    kinds: [...kinds],
    old_secret_until: isOver ? null : until,
    status,
    last_success_at: timeOrNull(lastSuccessAt),
    last_error: lastError,
    cursor,
    lag,
  }
}

function deliveryView(delivery: WebhookDelivery) {
  const { kind, login, attempts, state, status, answer, error, nextAt } = delivery
  return {
    event_id: delivery.eventId,
    kind,
    login,
    at: timeText(delivery.at),
    attempts,
    state,
    status,
    duration_ms: delivery.durationMs,
    answer,
    error,
    next_at: timeOrNull(nextAt),
  }
}

function secretFault(secret: unknown): Refusal | undefined {
  if (typeof secret !== 'string' || webhookKey(secret) !== null) return undefined
  return refuseField('secret', say('field.webhook_secret'))
}

/** A repeat finds the webhook of the first request, whose secret was already shown. */
async function refuseShown(
  { id }: WebhookRecord,
  secret: string,
  { desk }: Parts,
): Promise<Refusal | undefined> {
  const found = await desk.ask('webhooks.has_secret', { id, secret })
  if (!found.ok) return found
  if (found.value) return undefined
  return { ...because('conflict.webhook_shown', { id }), numbers: { id } }
}
