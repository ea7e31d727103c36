import type { Login } from '../../engine/units.js'

/**
 * The keys under which requests are remembered, as records keep them: a client's name of its request, or a staff user's
 * for the account, which is another key. Requests of the server have other keys or none.
 */
const CLIENTS = 'o:'
const STAFF = /^d:(\d+):(.*)$/s

/** The key of a client's request by its `client_order_id`. */
export function clientKey(clientOrderId: string): string {
  return `${CLIENTS}${clientOrderId}`
}

/** The `client_order_id` of a client's key; undefined of any other. */
export function clientNameOf(requestKey: string): string | undefined {
  return requestKey.startsWith(CLIENTS) ? requestKey.slice(CLIENTS.length) : undefined
}

/** The key of a request that a staff user sends for the account. */
export function staffKey(login: Login, clientOrderId: string): string {
  return `d:${login}:${clientOrderId}`
}

/** The staff user and the name of such a key; undefined of any other. */
export function staffNameOf(
  requestKey: string,
): { readonly login: Login; readonly clientOrderId: string } | undefined {
  const [, login, clientOrderId = ''] = STAFF.exec(requestKey) ?? []
  return login === undefined ? undefined : { login: Number(login), clientOrderId }
}
