import { inSteps } from '../../actors/thread/in-steps.js'
import type { Route } from '../pipeline/route.js'
import type { Documents } from '../routes/system/system.js'
import { docsPage, docsPolicy } from './docs-page.js'
import { openApiDocument } from './openapi.js'

/**
 * Both documents of the API as text, from the routes that are served. They are made when they are first asked
 * for, and between other work: in one go they would hold it up for a tenth of a second.
 */
export function documentsOf(routes: readonly Route[], version: string): Documents {
  return {
    openapi: () => inSteps(openApiDocument(routes, version)),
    page: () => inSteps(docsPage(routes, version)),
    pagePolicy: docsPolicy(),
  }
}
