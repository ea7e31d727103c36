import { apiKeyPrefix, makeApiKey } from '../../../actors/sign-in/api-key-text.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { tokenDigest } from '../../../actors/thread/random.js'
import type { KeyFields } from '../../../engine/access/api-key.js'
import { knownRights } from '../../../engine/access/rights.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { timeOrNull, timeText } from '../../../wire/format/time-text.js'
import {
  ApiKeyPageView,
  ApiKeyParams,
  ApiKeysQuery,
  ApiKeyView,
  CreateApiKeyBody,
  MadeApiKeyView,
  PatchApiKeyBody,
  RotateApiKeyBody,
} from '../../../wire/schema/people/api-key.js'
import type { StoredApiKey } from '../../../wire/stored/programs/stored-api-key.js'
import { type FrontRoute, route } from '../route.js'

/**
 * Routes for API keys of staff (docs/decisions/api-keys.md). The desk checks who may change which
 * key.
 */
const PATH = '/admin/v1/api-keys'
const ONE = `${PATH}/{id}`
const NEEDED = ['config.api_keys']
const PARAMS = { id: '7' }
const CHANGE_ERRORS = ['not_found', 'conflict', 'unavailable'] as const
const SHARED = { audience: 'staff', refusesKeys: true } as const
const SHOWN_ONCE =
  'The answer shows the key once. `conflict`: a request with this `Idempotency-Key` already ' +
  'created it; the answer has the id of the key.'

const listRoute = route({
  ...SHARED,
  method: 'GET',
  path: PATH,
  rights: [],
  summary: 'List API keys',
  description:
    'Lists the keys of your login; with the rights `config.api_keys` and `config.staff` also ' +
    'those of staff users that you manage.',
  query: ApiKeysQuery,
  data: ApiKeyPageView,
  errors: ['unavailable'],
  async handle({ actor, query: { page, limit }, services }) {
    const found = await services.desk.ask('api_keys.list', { actor })
    if (!found.ok) return found
    const items = found.value.slice((page - 1) * limit, page * limit).map(view)
    return { items, page, total: found.value.length }
  },
})

const createRoute = route({
  ...SHARED,
  method: 'POST',
  path: PATH,
  rights: NEEDED,
  idempotent: true,
  answersSecrets: true,
  summary: 'Create an API key',
  description: `For another login you also need \`config.staff\`. ${SHOWN_ONCE}`,
  body: CreateApiKeyBody,
  data: MadeApiKeyView,
  errors: CHANGE_ERRORS,
  example: { body: { name: 'CRM', ip_allow: ['203.0.113.7'], rights: ['accounts.view'] } },
  async handle({ actor, body, keyed, services }) {
    const { login, ...fields } = body
    const [key, secret] = newSecret()
    const asked = { actor, ...keyed, login, secret, fields: fieldsOf(fields) as KeyFields }
    return made(key, secret.digest, await services.desk.ask('api_keys.create', asked))
  },
})

const readRoute = route({
  ...SHARED,
  method: 'GET',
  path: ONE,
  rights: [],
  summary: 'Read an API key',
  description: 'Without the key itself, which nobody can read again.',
  params: ApiKeyParams,
  data: ApiKeyView,
  errors: ['not_found', 'unavailable'],
  async handle({ actor, params, services }) {
    const found = await services.desk.ask('api_keys.get', { actor, id: params.id })
    return found.ok ? view(found.value) : found
  },
})

const patchRoute = route({
  ...SHARED,
  method: 'PATCH',
  path: ONE,
  rights: NEEDED,
  summary: 'Change an API key',
  description: 'The change applies at once, also to open sockets of the key.',
  params: ApiKeyParams,
  body: PatchApiKeyBody,
  data: ApiKeyView,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS, body: { version: 1, enabled: false } },
  async handle({ actor, params, body: { version, ...fields }, services }) {
    const asked = { actor, id: params.id, version, change: fieldsOf(fields) }
    const changed = await services.desk.ask('api_keys.change', asked)
    return changed.ok ? view(changed.value) : changed
  },
})

const deleteRoute = route({
  ...SHARED,
  method: 'DELETE',
  path: ONE,
  rights: [],
  summary: 'Revoke an API key',
  description:
    'The key is refused at once, and its sockets close. You may always revoke your own keys.',
  params: ApiKeyParams,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS },
  async handle({ actor, params, services }) {
    const removed = await services.desk.ask('api_keys.remove', { actor, id: params.id })
    return removed.ok ? null : removed
  },
})

const rotateRoute = route({
  ...SHARED,
  method: 'POST',
  path: `${ONE}/rotate`,
  rights: NEEDED,
  idempotent: true,
  answersSecrets: true,
  summary: 'Replace the secret of an API key',
  description: `The previous key works for \`grace_sec\` more seconds. ${SHOWN_ONCE}`,
  params: ApiKeyParams,
  body: RotateApiKeyBody,
  data: MadeApiKeyView,
  errors: CHANGE_ERRORS,
  example: { params: PARAMS, body: { grace_sec: 3600 } },
  async handle({ actor, params, body, keyed, services }) {
    const [key, secret] = newSecret()
    const graceMs = body.grace_sec * 1000
    const asked = { actor, ...keyed, id: params.id, secret, graceMs }
    return made(key, secret.digest, await services.desk.ask('api_keys.rotate', asked))
  },
})

export const adminApiKeyRoutes: readonly FrontRoute[] = [
  listRoute,
  createRoute,
  readRoute,
  patchRoute,
  deleteRoute,
  rotateRoute,
]

function newSecret() {
  const key = makeApiKey()
  return [key, { digest: tokenDigest(key), prefix: apiKeyPrefix(key) }] as const
}

/** The new key. A repeat finds the key of the first request, whose secret is no longer known. */
function made(key: string, digest: string, outcome: Outcome<StoredApiKey>) {
  if (!outcome.ok) return outcome
  const { value } = outcome
  return value.digest === digest ? { ...view(value), key } : shownBefore(value.id)
}

function shownBefore(id: number): Refusal {
  return { ...because('conflict.key_shown', { id }), numbers: { id } }
}

type Sent = Omit<Partial<KeyFields>, 'expires_at'> & { readonly expires_at?: string | null }

/** Returns only the fields that the request contains. */
function fieldsOf({
  expires_at,
  name,
  ...fields
}: { readonly [Name in keyof Sent]: Sent[Name] | undefined }) {
  const ends = typeof expires_at === 'string' ? Date.parse(expires_at) : expires_at
  const sent = Object.entries({ ...fields, name: name?.trim(), expires_at: ends })
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined)) as Partial<KeyFields>
}

function view(key: StoredApiKey) {
  const { digest: _, old_digest, old_until, ...shown } = key
  return {
    ...shown,
    rights: shown.rights && knownRights(shown.rights),
    group_scope: shown.group_scope && [...shown.group_scope],
    ip_allow: [...shown.ip_allow],
    expires_at: timeOrNull(shown.expires_at),
    old_key_until: timeOrNull(old_until),
    created_at: timeText(shown.created_at),
    last_used_at: timeOrNull(shown.last_used_at),
  }
}
