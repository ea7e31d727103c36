import { assert } from '../../engine/assert.js'
import { isRefusal } from '../../engine/code.js'
import { type RouteAccount, reachableAccount } from '../reach/account-reach.js'
import type { RequestContext } from './context.js'

/**
 * The last steps of a request whose params, query and body match their schemas: further checks by
 * the route, then the lookup of its account, then the handler. Routes without an account do not
 * wait for a lookup.
 */
export function handled(context: RequestContext): unknown {
  const { route } = context.admitted
  if (route.input !== null) {
    const input = route.input(context)
    if (isRefusal(input)) return input
    context.input = input
  }
  return route.account === null ? route.handle(context) : handledOfAccount(context, route.account)
}

async function handledOfAccount(
  context: RequestContext,
  { param, outOfScope }: RouteAccount,
): Promise<unknown> {
  const { session, params, services } = context
  const login = (params as Readonly<Record<string, unknown>>)[param]
  assert(session !== null && typeof login === 'number', 'staff alone name accounts, by login')
  const account = await reachableAccount(services, session, login, outOfScope)
  if (isRefusal(account)) return account
  context.account = account
  return context.admitted.route.handle(context)
}
