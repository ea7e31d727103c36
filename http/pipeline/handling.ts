import { assert } from '../../engine/assert.js'
import { isRefusal } from '../../engine/code.js'
import { type RouteAccount, reachableAccount } from '../reach/account-reach.js'
import type { PipelineServices, RequestContext } from './context.js'
import type { Route } from './route.js'

/**
 * The last steps of a request whose params, query and body match their schemas: further checks by
 * the route, then the lookup of its account, then the handler. Routes without an account do not
 * wait for a lookup.
 */
export function handled(context: RequestContext): unknown {
  // `Pipeline` takes only routes whose services it has.
  const route = context.admitted.route as Route<PipelineServices>
  if (route.input !== null) {
    const input = route.input(context)
    if (isRefusal(input)) return input
    context.input = input
  }
  return route.account === null
    ? route.handle(context)
    : handledOfAccount(context, route, route.account)
}

async function handledOfAccount(
  context: RequestContext,
  route: Route<PipelineServices>,
  { param, outOfScope }: RouteAccount,
): Promise<unknown> {
  const { session, params, services } = context
  const login = (params as Readonly<Record<string, unknown>>)[param]
  assert(session !== null && typeof login === 'number', 'staff alone name accounts, by login')
  const account = await reachableAccount(services, session, login, outOfScope)
  if (isRefusal(account)) return account
  context.account = account
  return route.handle(context)
}
