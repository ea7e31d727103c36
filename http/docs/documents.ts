import { inSteps } from '../../actors/thread/in-steps.js'
import type { LiveOps } from '../../wire/schema/live/live-op.js'
import type { Route } from '../pipeline/route.js'
import { asyncApiDocument } from './asyncapi.js'
import { docsPage, docsPolicy } from './docs-page.js'
import { openApiDocument } from './openapi.js'

/**
 * The API documents as text, generated from the routes and the WebSocket frames. Each is generated
 * on first use, in steps with other work in between, because in one go it would block the thread
 * for a tenth of a second.
 */
export interface Documents {
  readonly openapi: () => Promise<string>
  readonly asyncapi: () => Promise<string>
  readonly page: () => Promise<string>
  readonly pagePolicy: string
}

export function documentsOf(routes: readonly Route[], ops: LiveOps, version: string): Documents {
  return {
    asyncapi: () => inSteps(asyncApiDocument(ops, version)),
    openapi: () => inSteps(openApiDocument(routes, version)),
    page: () => inSteps(docsPage(routes, version)),
    pagePolicy: docsPolicy(),
  }
}
