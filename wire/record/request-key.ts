import type { Login } from '../../engine/units.js'

/**
 * The idempotency keys in log records. A client's key is `o:` and the `client_order_id`; the key of a staff user who
 * trades for the account is `d:`, the login of that user and the id. The reversal of a balance operation has the key of
 * that operation, whoever asks for it. Requests of the server itself have other keys or none.
 */
const CLIENTS = 'o:'
const REVERSALS = 'r:'
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

/** The key under which a balance operation is reversed. */
export function reversalKey(dealId: number): string {
  return `${REVERSALS}${dealId}`
}

/** Whether anyone may ask for it again: its refusal says nothing about the next attempt. */
export function isSharedKey(requestKey: string): boolean {
  return requestKey.startsWith(REVERSALS)
}
