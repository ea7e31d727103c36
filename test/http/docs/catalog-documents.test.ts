import { spawnSync } from 'node:child_process'
import { Validator } from '@seriousme/openapi-schema-validator'
import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { asyncApiDocument } from '../../../http/docs/asyncapi.js'
import { docsPage } from '../../../http/docs/docs-page.js'
import { bodyExample, describe, openApiDocument } from '../../../http/docs/openapi.js'
import { nameOf } from '../../../http/pipeline/route.js'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { findErrors } from '../../../wire/check/validate.js'
import { EVENT_KINDS } from '../../../wire/thread/event-reads.js'
import { parseCheck } from '../../../wire/trade/trade-question.js'
import { parseTrade, TRADE_KINDS } from '../../../wire/trade/trade-request.js'
import type { TSchema } from '../../../wire/types/scalars.js'
import { whole } from '../../given/whole.js'

type Document = Record<string, unknown>

// The documents of the routes that are really served.
t.test('the catalog makes a valid OpenAPI document', async (t) => {
  const document = JSON.parse(whole(openApiDocument(catalog, '0.1.0'))) as Document
  const result = await new Validator().validate(document)
  t.equal(result.valid, true, JSON.stringify(result.errors))
})

t.test('a generator can tell the kinds of events apart', async (t) => {
  const { components } = JSON.parse(whole(openApiDocument(catalog, '0.1.0'))) as {
    readonly components: { readonly schemas: Readonly<Record<string, EventShape>> }
  }
  const { propertyName, mapping = {} } = components.schemas['Event']?.discriminator ?? {}
  t.equal(propertyName, 'kind')
  t.same(Object.keys(mapping), EVENT_KINDS)
  for (const [kind, reference] of Object.entries(mapping)) {
    const shape = components.schemas[reference.replace('#/components/schemas/', '')]
    t.equal(shape?.properties?.['kind']?.const, kind)
  }
})

interface EventShape {
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping: Readonly<Record<string, string>>
  }
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>
}

t.test('Python and RE2 can compile every pattern of both documents', (t) => {
  const documents = [openApiDocument(catalog, '0.1.0'), asyncApiDocument(STAFF_OPS, '0.1.0')].map(
    patternsOf,
  )
  for (const patterns of documents) t.ok(patterns.size > 3)
  const patterns = new Set(documents.flatMap((one) => [...one]))
  const list = JSON.stringify([...patterns])
  const program = 'import json, re, sys; [re.compile(p) for p in json.load(sys.stdin)]'
  const { status, stderr, error } = spawnSync('python3', ['-c', program], {
    input: list,
    encoding: 'utf8',
  })
  t.equal(status, 0, `${error} ${stderr}`)
  // RE2 has no look-around and no reference back.
  t.same(
    [...patterns].filter((pattern) => /\(\?(?!:)|\\[1-9]/.test(pattern)),
    [],
  )
  t.end()
})

/** What a reader of a document compiles: the patterns of texts, and of the names of fields. */
function patternsOf(document: Generator<void, string>): ReadonlySet<string> {
  const patterns = new Set<string>()
  JSON.parse(whole(document), (key, value) => {
    if (key === 'pattern' && typeof value === 'string') patterns.add(value)
    if (key === 'patternProperties') for (const name of Object.keys(value)) patterns.add(name)
    return value
  })
  return patterns
}

t.test('the example of every body passes the check of its route', (t) => {
  for (const route of catalog) {
    if (route.body === null || route.bodyMedia !== null) continue
    const example = structuredClone(bodyExample(route))
    t.equal(findErrors(route.body, example, 10), null, nameOf(route))
  }
  t.end()
})

t.test('so do all of the bodies of a route with several, and trading takes each of them', (t) => {
  const asker = { reason: 'client', dealer: 0 } as const
  const trading = catalog.filter(({ path }) => /\/trade(\/check)?$/.test(path))
  t.equal(trading.length, 4)
  for (const route of catalog) {
    const bodies = Object.entries(route.example.bodies ?? {})
    t.equal(bodies.length > 0, trading.includes(route), nameOf(route))
    for (const [name, body] of bodies) {
      t.equal(findErrors(route.body as TSchema, structuredClone(body), 10), null, name)
      const isChecked = route.path.endsWith('/check')
      t.ok(isChecked ? parseCheck(body, 0).ok : parseTrade(body, 0, asker).ok, name)
    }
  }
  const kinds = Object.values(trading[0]?.example.bodies ?? {}).map(
    (body) => (body as { kind: string }).kind,
  )
  t.same([...new Set(kinds)], TRADE_KINDS, 'one of each kind')
  t.end()
})

t.test('each body in JSON is shown by its examples', (t) => {
  const { paths } = JSON.parse(whole(openApiDocument(catalog, '0.1.0'))) as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, object> } }>>
  }
  const json = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? [])
  t.ok(json.length > 0)
  for (const media of json) t.ok('example' in media || 'examples' in media, JSON.stringify(media))
  t.end()
})

t.test('a route that is open before codes are set up says so, and no other', (t) => {
  const says = catalog.filter((route) => describe(route).includes('must set up one-time codes'))
  t.ok(says.length > 0)
  t.same(says.map(nameOf), catalog.filter(({ restricted }) => restricted === 'otp').map(nameOf))
  t.end()
})

t.test('the page has an entry for every route', (t) => {
  const html = whole(docsPage(catalog, '0.1.0'))
  t.equal(html.match(/<details id=/g)?.length, catalog.length)
  for (const route of catalog) t.ok(html.includes(`<code>${route.path}</code>`), nameOf(route))
  t.ok(html.includes('Answers with data null.'))
  t.notOk(html.includes('<h4>Answer data</h4><pre><code>null'), 'it is said in words')
  t.ok(html.includes('<h4>Answer data</h4><pre><code>{'))
  t.end()
})
