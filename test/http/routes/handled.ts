import { catalog } from '../../../http/catalog.js'
import { nameOf, type Route } from '../../../http/pipeline/route.js'
import type { Session } from '../../../http/pipeline/session.js'
import { request } from '../given.js'

/** The parts of a request that a handler reads. */
export interface Given {
  readonly services?: object
  readonly params?: object
  readonly query?: object
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly session?: Session
}

/** The answer of the handler alone, without what the pipeline does before and after it. */
export async function handled(name: string, given: Given): Promise<unknown> {
  const route = catalog.find((one) => nameOf(one) === name) as Route
  const { headers = {}, ...rest } = given
  const address = { address: '192.0.2.1', requestId: 'r-1', request: request({ headers }) }
  const context = { params: {}, query: {}, body: null, ...address, ...rest }
  return await route.handle(context as unknown as Parameters<Route['handle']>[0])
}
