import type { Headers, WholeServer } from './fronts/whole-server.js'
import { WsClient } from './fronts/ws-client.js'

export const API_KEYS_PATH = '/admin/v1/api-keys'
/** The addresses from which tests ask. */
export const HERE: readonly string[] = ['127.0.0.1']

const PASSWORD = 'Clerk123!xClerk'
const GROUP = 'managers\\dealers'

let names = 0

export interface MadeKey {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly data: Readonly<Record<string, unknown>>
  readonly headers: Headers
}

export function bearer(key: unknown): Headers {
  return { authorization: `Bearer ${String(key)}` }
}

export async function makeKey(server: WholeServer, over: object = {}): Promise<MadeKey> {
  const body = { name: `Key ${process.pid}.${++names}`, ip_allow: HERE, ...over }
  const data = await server.done(`POST ${API_KEYS_PATH}`, body)
  const { id, key, name } = data
  return { id: Number(id), key: String(key), name: String(name), data, headers: bearer(key) }
}

/** Another staff user, signed in; `headers` send cookies and the csrf token. */
export async function staffUser(server: WholeServer, profile: object, group = GROUP) {
  const passwords = { master_password: PASSWORD, investor_password: 'Look34?yLook' }
  const account = { group, name: `Clerk ${++names}`, ...passwords }
  const login = Number((await server.done('POST /admin/v1/accounts', account))['login'])
  await server.done('POST /admin/v1/staff', { login, group_scope: ['*'], ...profile })
  return { login, headers: await signedIn(server, login) }
}

async function signedIn(server: WholeServer, login: number): Promise<Headers> {
  const answer = await fetch(`${server.origin}/admin/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password: PASSWORD }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const { data } = (await answer.json()) as { data: Record<string, unknown> }
  return { cookie: cookies.join('; '), 'x-csrf-token': String(data['csrf_token']) }
}

export function staffSocket({ port, origin }: WholeServer, headers: Headers): Promise<WsClient> {
  const { 'x-csrf-token': _, ...signed } = headers
  return WsClient.open({ port, path: '/admin/v1/socket', headers: { ...signed, origin } })
}
