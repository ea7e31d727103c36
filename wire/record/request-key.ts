import type { Login } from '../../engine/units.js'

/**
 * Idempotency keys in log records. A client's key is `o:` and the `client_order_id`. A key of staff
 * who trade for the account is `d:`, the staff login and the id. The reversal of a balance
 * operation has a key made of that operation, the same for every requester. Requests of the server
 * itself have other keys or none.
 */
const CLIENTS = 'o:'
const REVERSALS = 'r:'
const STAFF = /^d:(\d+):(.*)$/s

/** The key of a client's request with this `client_order_id`. */
export function clientKey(clientOrderId: string): string {
  return `${CLIENTS}${clientOrderId}`
}

/** The `client_order_id` in a client's key; undefined for other keys. */
export function clientNameOf(requestKey: string): string | undefined {
  return requestKey.startsWith(CLIENTS) ? requestKey.slice(CLIENTS.length) : undefined
}

/** The key of a request that staff make for the account. */
export function staffKey(login: Login, clientOrderId: string): string {
  return `d:${login}:${clientOrderId}`
}

/** The staff login and id in such a key; undefined for other keys. */
export function staffNameOf(
  requestKey: string,
): { readonly login: Login; readonly clientOrderId: string } | undefined {
  const [, login, clientOrderId = ''] = STAFF.exec(requestKey) ?? []
  return login === undefined ? undefined : { login: Number(login), clientOrderId }
}

/** The key for reversing a balance operation. */
export function reversalKey(dealId: number): string {
  return `${REVERSALS}${dealId}`
}

/**
 * Whether different callers share the key. A refusal under it says nothing about the next attempt, so it
 * is not kept for repeats.
 */
export function isSharedKey(requestKey: string): boolean {
  return requestKey.startsWith(REVERSALS)
}
