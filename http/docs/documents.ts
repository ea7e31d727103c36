import { inSteps } from '../../actors/thread/in-steps.js'
import type { Route } from '../pipeline/route.js'
import type { Documents } from '../routes/system/system.js'
import { asyncApiDocument } from './asyncapi.js'
import { docsPage, docsPolicy } from './docs-page.js'
import { openApiDocument } from './openapi.js'

/**
 * The API documents as text, generated from the routes and the WebSocket frames. Each is generated
 * on first use, in steps with other work in between, because in one go it would block the thread
 * for a tenth of a second.
 */
export function documentsOf(routes: readonly Route[], version: string): Documents {
  return {
    asyncapi: () => inSteps(asyncApiDocument(version)),
    openapi: () => inSteps(openApiDocument(routes, version)),
    page: () => inSteps(docsPage(routes, version)),
    pagePolicy: docsPolicy(),
  }
}
