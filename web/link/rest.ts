import { type AnyParts, addressOf, type PartsOf, type RouteName } from '../../client/rest/parts.js'
import type { Answer } from './answer.js'
import { onStoredChange, readStoredJson, store } from './browser-storage.js'
import { now, wait } from './clock.js'
import type { Data } from './contract.js'
import { exclusively } from './exclusive.js'
import { isDesk, own, ownKey } from './side.js'

/**
 * Requests to the server, authenticated by cookies.
 *
 * - Only one refresh runs at a time over all tabs, because a second one with the same token would
 *   close the session for all of them. A tab that has not received the new token yet asks the
 *   server for it.
 * - A request with an expired access token is repeated after a refresh. The end of the session is
 *   reported to listeners.
 * - Every request of a trader names the account that it is for.
 */

/** The session data that all tabs share. */
interface SharedSession {
  readonly login: number
  readonly csrf: string
  /** The time when the access token expires, on this machine's clock. */
  readonly until: number
}

const KEY = ownKey('session')
/** The lifetime is counted from the answer, because this machine's clock may be wrong. */
const ACCESS_LIFE_MS = 15 * 60_000
/** How long it takes until other tabs see a stored value. */
const HEARD_MS = 50
const REFRESH_BEFORE_MS = 5 * 60_000
const LOST: Answer<never> = {
  ok: false,
  status: 0,
  code: 'lost',
  message: '',
  data: undefined as never,
  requestId: '',
}

let shared = readStoredJson<SharedSession | null>(KEY, null)
let onGone: () => void = () => undefined
let onOther: () => void = () => undefined
let onFresh: () => void = () => undefined
let onForbidden: () => void = () => undefined

onStoredChange(KEY, () => {
  const before = shared
  shared = readStoredJson<SharedSession | null>(KEY, null)
  if (before?.login !== shared?.login) onOther()
  else if (before?.csrf !== shared?.csrf) onFresh()
})

export function knownLogin(): number | null {
  return shared?.login ?? null
}

/**
 * Registers callbacks for the end of the session, for a sign-in or sign-out in another tab, and for
 * new tokens of the same login.
 */
export function onSessionEnd(run: () => void, other: () => void, fresh: () => void): void {
  onGone = run
  onOther = other
  onFresh = fresh
}

/** Registers a callback for refusals because of a missing right, since rights may have changed. */
export function onRightMissing(run: () => void): void {
  onForbidden = run
}

type SignedIn = Pick<Data<'POST /trader/v1/auth/login'>, 'csrf_token'> & {
  readonly session: { readonly login: number }
}

export function remember({ csrf_token: csrf, session }: SignedIn): void {
  shared = { login: session.login, csrf, until: now() + ACCESS_LIFE_MS }
  store(KEY, JSON.stringify(shared))
}

export function forget(): void {
  shared = null
  store(KEY, null)
}

/**
 * The parts of a request. An action has a key from the opening of its dialog on, so that repeats
 * are executed once.
 */
type Asked<Name extends RouteName> = PartsOf<Name> & { readonly key?: string }
type AnyRequest = AnyParts & { readonly key?: string }

/** Calls a route by name: `call('GET /trader/v1/deals', { query: { page: 1 } })`. */
export async function call<Name extends RouteName>(
  name: Name,
  ...[parts]: object extends PartsOf<Name> ? [parts?: Asked<Name>] : [parts: Asked<Name>]
): Promise<Answer<Data<Name>>> {
  const seen = shared?.csrf
  const asked: AnyRequest = parts ?? {}
  const first = await send(name, asked)
  if (first.code === 'auth.csrf_invalid' && (await reread())) return send(name, asked)
  if (first.code !== 'auth.session_expired' || name.endsWith('/auth/login')) return first
  if (!(await refreshed(seen))) {
    onGone()
    return first
  }
  return send(name, asked)
}

/** Refreshes a token that expires soon. Called regularly, and first when a page wakes up. */
export async function refreshSoon(): Promise<void> {
  if (shared !== null && shared.until - now() < REFRESH_BEFORE_MS) await refreshed()
}

/** Returns true if the token is newer than `seen`, whichever tab has refreshed it. */
function refreshed(seen = shared?.csrf): Promise<boolean> {
  return exclusively(ownKey('refresh'), async () => {
    shared = readStoredJson<SharedSession | null>(KEY, shared)
    if (shared === null) return false
    if (shared.csrf !== seen && shared.until - now() > REFRESH_BEFORE_MS) return true
    const answer = await send(own('POST /trader/v1/auth/refresh'), { body: {} })
    if (answer.code === 'auth.csrf_invalid') return reread()
    if (answer.ok) remember(answer.data)
    if (answer.ok) await wait(HEARD_MS)
    return answer.ok
  })
}

/** Gets the csrf token after a refresh by another tab; the cookies are already the new ones. */
async function reread(): Promise<boolean> {
  const me = await send(own('GET /trader/v1/auth/me'))
  if (!me.ok || me.data.login !== shared?.login) return false
  remember({ csrf_token: me.data.csrf_token, session: me.data })
  return true
}

/**
 * Fetches a route that returns text, such as a table. A preceding request has ensured that the
 * session is valid.
 */
export async function callForText<Name extends RouteName>(
  name: Name,
  parts: AnyRequest,
): Promise<string | null> {
  const [, pattern = ''] = name.split(' ')
  try {
    const response = await fetch(addressOf(pattern, parts))
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}

async function send<Name extends RouteName>(
  name: Name,
  parts: AnyRequest = {},
): Promise<Answer<Data<Name>>> {
  const [method = '', pattern = ''] = name.split(' ')
  const path = addressOf(pattern, parts)
  const { body, key } = parts
  const headers: Record<string, string> = {}
  if (key !== undefined) headers['idempotency-key'] = key
  if (body instanceof Blob) headers['content-type'] = body.type
  else if (body !== undefined && !(body instanceof FormData))
    headers['content-type'] = 'application/json'
  if (method !== 'GET' && shared !== null) headers['x-csrf-token'] = shared.csrf
  if (shared !== null && !isDesk && !path.includes('/auth/'))
    headers['x-app-account'] = String(shared.login)
  try {
    const response = await fetch(path, {
      method,
      headers,
      keepalive: path.endsWith('/auth/refresh'),
      ...(body === undefined
        ? {}
        : { body: body instanceof FormData || body instanceof Blob ? body : JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as {
      code: string
      message: string
      data: Data<Name>
      request_id: string
    }
    const { code, message, data, request_id: requestId } = envelope
    if (code === 'forbidden') onForbidden()
    return { ok: response.ok, status: response.status, code, message, data, requestId }
  } catch {
    return LOST
  }
}
