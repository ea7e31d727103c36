import { type AnyParts, addressOf, type PartsOf, type RouteName } from '../../client/rest/parts.js'
import { now, wait } from './clock.js'
import type { Data } from './contract.js'
import { exclusively } from './exclusive.js'
import { keep, keptJson, onKept } from './kept.js'
import { isDesk, own, ownKey } from './side.js'

/**
 * Requests to the server, signed in by cookies.
 *
 *   R1. One refresh at a time over all tabs: a second one with the same token would close the session for all of them. A
 *       tab that has not heard of it yet asks for the new token.
 *   R2. A call whose access is over is made again once it is refreshed; a session that is gone is told to whoever listens.
 *   R3. Every call of a trader says for which account it is meant.
 */
export interface Answer<T> {
  readonly ok: boolean
  readonly status: number
  readonly code: string
  readonly message: string
  readonly data: T
  readonly requestId: string
}

/** Facts about the session that all tabs share. */
interface SharedSession {
  readonly login: number
  readonly csrf: string
  /** The end of access, by this machine's clock. */
  readonly until: number
}

const KEY = ownKey('session')
/** Counted from the answer: its moment by the server's clock says nothing to a machine whose own is wrong. */
const ACCESS_LIFE_MS = 15 * 60_000
/** The delay after which what one tab stores has reached the others. */
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

let shared = keptJson<SharedSession | null>(KEY, null)
let onGone: () => void = () => undefined
let onOther: () => void = () => undefined
let onFresh: () => void = () => undefined
let onForbidden: () => void = () => undefined

onKept(KEY, () => {
  const before = shared
  shared = keptJson<SharedSession | null>(KEY, null)
  if (before?.login !== shared?.login) onOther()
  else if (before?.csrf !== shared?.csrf) onFresh()
})

export function knownLogin(): number | null {
  return shared?.login ?? null
}

/** Told when the session is over, when another tab has signed in or out, and when one has new tokens of the same login. */
export function onSessionGone(run: () => void, other: () => void, fresh: () => void): void {
  onGone = run
  onOther = other
  onFresh = fresh
}

/** Told when something was refused for want of a right: rights may be others by now. */
export function onRightMissing(run: () => void): void {
  onForbidden = run
}

type SignedIn = Pick<Data<'POST /trader/v1/auth/login'>, 'csrf_token'> & {
  readonly session: { readonly login: number }
}

export function remember({ csrf_token: csrf, session }: SignedIn): void {
  shared = { login: session.login, csrf, until: now() + ACCESS_LIFE_MS }
  keep(KEY, JSON.stringify(shared))
}

export function forget(): void {
  shared = null
  keep(KEY, null)
}

/**
 * What a request says; an act has its key from the opening of its dialog on: asked again with the same one it is done
 * once.
 */
type Asked<Name extends RouteName> = PartsOf<Name> & { readonly key?: string }
type AnyAsked = AnyParts & { readonly key?: string }

/** Asked by the name of its route: `call('GET /trader/v1/deals', { query: { page: 1 } })`. */
export async function call<Name extends RouteName>(
  name: Name,
  ...[parts]: object extends PartsOf<Name> ? [parts?: Asked<Name>] : [parts: Asked<Name>]
): Promise<Answer<Data<Name>>> {
  const seen = shared?.csrf
  const asked: AnyAsked = parts ?? {}
  const first = await send(name, asked)
  if (first.code === 'auth.csrf_invalid' && (await reread())) return send(name, asked)
  if (first.code !== 'auth.session_expired' || name.endsWith('/auth/login')) return first
  if (!(await refreshed(seen))) {
    onGone()
    return first
  }
  return send(name, asked)
}

/** Refreshes where access ends soon; called now and then, and first when a page wakes. */
export async function refreshSoon(): Promise<void> {
  if (shared !== null && shared.until - now() < REFRESH_BEFORE_MS) await refreshed()
}

/** True when access is better than what had the token `seen`, whichever tab has seen to it. */
function refreshed(seen = shared?.csrf): Promise<boolean> {
  return exclusively(ownKey('refresh'), async () => {
    shared = keptJson<SharedSession | null>(KEY, shared)
    if (shared === null) return false
    if (shared.csrf !== seen && shared.until - now() > REFRESH_BEFORE_MS) return true
    const answer = await send(own('POST /trader/v1/auth/refresh'), { body: {} })
    if (answer.code === 'auth.csrf_invalid') return reread()
    if (answer.ok) remember(answer.data)
    if (answer.ok) await wait(HEARD_MS)
    return answer.ok
  })
}

/** The token of a refresh by another tab that this one has not heard of yet; the cookies are the new ones already. */
async function reread(): Promise<boolean> {
  const me = await send(own('GET /trader/v1/auth/me'))
  if (!me.ok || me.data.login !== shared?.login) return false
  remember({ csrf_token: me.data.csrf_token, session: me.data })
  return true
}

/** What a route answers as a text of its own, such as a table, behind a call that has made sure of the session. */
export async function callForText<Name extends RouteName>(
  name: Name,
  parts: AnyAsked,
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
  parts: AnyAsked = {},
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
  if (key !== undefined) headers['idempotency-key'] = key
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
