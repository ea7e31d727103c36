import type { Route } from '../pipeline/route.js'
import type { Documents } from '../routes/system/system.js'
import { docsPage } from './docs-page.js'
import { openApiDocument } from './openapi.js'

/** Both documents of the API as text, from the routes that are served. */
export function documentsOf(routes: readonly Route[], version: string): Documents {
  const { html, policy } = docsPage(routes, version)
  return {
    openapi: JSON.stringify(openApiDocument(routes, version)),
    page: html,
    pagePolicy: policy,
  }
}
