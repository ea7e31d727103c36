import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { BODY_BYTES_MAX, nameOf, type Route } from '../../../http/pipeline/route.js'
import { JSON_PARTS_MAX } from '../../../wire/format/parse-json.js'

// Every route with all that it says of itself but its schemas and its words, as `route-table.txt` has it: who may
// call it, how it is guarded, and what it may answer. `ROUTE_TABLE=write` writes the file anew: its difference is what
// changed.

const FLAGS = [
  'refusesReadOnly',
  'accountHeader',
  'idempotent',
  'alwaysOpen',
  'answersSecrets',
  'bodyOptional',
  'refusesEmptyQuery',
  'ignoresQuery',
  'marksBadBytes',
  'changesState',
] as const

function linesOf(route: Route): string[] {
  const { account, rate, upload } = route
  const words = [
    route.audience,
    ...route.rights,
    ...(route.anyOf.length > 0 ? [`any of ${route.anyOf.join(' ')}`] : []),
    ...(account === null ? [] : [`in scope {${account.param}} or ${account.outOfScope}`]),
    ...(route.restricted === 'refused' ? [] : [`restricted ${route.restricted}`]),
    ...(route.proof === 'access' ? [] : [`proof ${route.proof}`]),
    ...FLAGS.filter((flag) => route[flag]),
    ...(route.besidesKey.length > 0 ? [`besides its key ${route.besidesKey.join(' ')}`] : []),
    ...(route.cost === 1 ? [] : [`cost ${route.cost}`]),
    ...(rate === null ? [] : [`${rate.max} in ${rate.seconds} s by ${rate.per}`]),
    ...(route.body === null || route.bodyBytesMax === BODY_BYTES_MAX
      ? []
      : [`body of ${route.bodyBytesMax} bytes`]),
    ...(route.body === null || route.bodyPartsMax === JSON_PARTS_MAX
      ? []
      : [`of ${route.bodyPartsMax} parts`]),
    ...(route.bodyMedia === null ? [] : [`body ${route.bodyMedia.join(' ')}`]),
    ...(upload === null ? [] : [`upload ${JSON.stringify(upload)}`]),
    ...(route.media === null ? [] : [`answers ${route.media}`]),
  ]
  const example = JSON.stringify(route.example)
  return [
    `${nameOf(route)} (${route.tag})`,
    `  ${words.join(', ')}`,
    ...(example === '{}' ? [] : [`  like ${example}`]),
    ...(route.successes.join() === 'ok' ? [] : [`  succeeds with ${route.successes.join(' ')}`]),
    ...(route.errors.length > 0 ? [`  refuses with ${route.errors.join(' ')}`] : []),
  ]
}

t.test('each route is as the table has it, and there is no other', (t) => {
  const path = 'test/http/routes/route-table.txt'
  const found = [...catalog]
    .sort((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
    .map((route) => linesOf(route).join('\n'))
  if (process.env['ROUTE_TABLE'] === 'write') writeFileSync(path, `${found.join('\n\n')}\n`)
  const known = readFileSync(path, 'utf8').split('\n\n')
  t.same(
    found,
    known.map((one) => one.trimEnd()),
    path,
  )
  t.end()
})
