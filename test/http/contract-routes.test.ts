import { readFileSync } from 'node:fs'
import t from 'tap'
import { catalog } from '../../http/catalog.js'
import { openApiDocument } from '../../http/docs/openapi.js'
import { whole } from '../given/whole.js'

// Every route that the contract names is served and documented; parameters are braces there.

const LIST = 'test/http/contract-routes.txt'
/** What is answered beside the catalog: see http/routes/system. */
const OF_THE_SYSTEM = ['GET /health', 'GET /metrics', 'GET /openapi.json']

t.test('all routes of the contract are there', async (t) => {
  const listed = readFileSync(LIST, 'utf8').trim().split('\n')
  const nameless = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')
  const served = new Set(catalog.map(({ method, path }) => `${method} ${nameless(path)}`))
  t.same(
    listed.filter((one) => !served.has(one)),
    OF_THE_SYSTEM,
  )
  const { paths } = JSON.parse(whole(openApiDocument(catalog, 'test'))) as {
    paths: Record<string, Record<string, { summary: string }>>
  }
  const undocumented = catalog.filter(
    ({ method, path }) => (paths[path]?.[method.toLowerCase()]?.summary ?? '') === '',
  )
  t.same(undocumented, [])
})
