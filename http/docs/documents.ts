import { inSteps } from '../../actors/thread/in-steps.js'
import type { Route } from '../pipeline/route.js'
import type { Documents } from '../routes/system/system.js'
import { asyncApiDocument } from './asyncapi.js'
import { docsPage, docsPolicy } from './docs-page.js'
import { openApiDocument } from './openapi.js'

/**
 * The documents of the API as text, from the routes that are served and the frames of live sockets. They are made when they are first asked
 * for, and between other work: in one go they would hold it up for a tenth of a second.
 */
export function documentsOf(routes: readonly Route[], version: string): Documents {
  return {
    asyncapi: () => inSteps(asyncApiDocument(version)),
    openapi: () => inSteps(openApiDocument(routes, version)),
    page: () => inSteps(docsPage(routes, version)),
    pagePolicy: docsPolicy(),
  }
}
