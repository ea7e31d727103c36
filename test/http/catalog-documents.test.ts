import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { catalog } from '../../http/catalog.js'
import { docsPage } from '../../http/docs-page.js'
import { bodyExample, openApiDocument } from '../../http/openapi.js'
import { nameOf } from '../../http/route.js'
import { findErrors } from '../../wire/validate.js'

type Document = Record<string, unknown>

// The documents of the routes that are really served.
t.test('the catalog makes a valid OpenAPI document', async (t) => {
  const document = JSON.parse(JSON.stringify(openApiDocument(catalog, '0.1.0'))) as Document
  const result = await new Validator().validate(document)
  t.equal(result.valid, true, JSON.stringify(result.errors))
})

t.test('the example of every body passes the check of its route', (t) => {
  for (const route of catalog) {
    if (route.body === null || route.bodyMedia !== null) continue
    const example = structuredClone(bodyExample(route))
    t.equal(findErrors(route.body, example, 10), null, nameOf(route))
  }
  t.end()
})

t.test('the page has an entry for every route', (t) => {
  const { html } = docsPage(catalog, '0.1.0')
  t.equal(html.match(/<details id=/g)?.length, catalog.length)
  for (const route of catalog) t.ok(html.includes(`<code>${route.path}</code>`), nameOf(route))
  t.end()
})
