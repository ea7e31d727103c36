import t from 'tap'
import { catalog } from '../../http/catalog.js'
import { describe } from '../../http/docs/openapi.js'
import { nameOf } from '../../http/pipeline/route.js'
import { STAFF_OPS } from '../../http/socket/staff/staff-catalog.js'
import { findErrors } from '../../wire/check/validate.js'
import type { LiveEvent, LiveOp } from '../../wire/schema/live/live-op.js'
import { STAFF_EVENTS } from '../../wire/schema/live/staff-events.js'
import { TRADER_EVENTS, TRADER_OPS } from '../../wire/schema/live/trader-socket.js'
import { messageFaults } from './sentences.js'

/**
 * Texts of operations in /openapi.json and /asyncapi.json are in the code of the routes and sockets, only in English.
 * Each paragraph follows the rules of docs and pages (docs/build/glossary.json).
 */
const ops: readonly (readonly [string, LiveOp])[] = [
  ...Object.entries<LiveOp>(TRADER_OPS).map(([name, op]) => [`trader ${name}`, op] as const),
  ...Object.entries<LiveOp>(STAFF_OPS).map(([name, op]) => [`staff ${name}`, op] as const),
]
const events = [TRADER_EVENTS, STAFF_EVENTS].flatMap((side) => Object.entries<LiveEvent>(side))

function faultsOf(name: string, text: string): readonly string[] {
  const paragraphs = text.split('\n\n')
  return paragraphs.flatMap((one) => messageFaults(one, 'en').map((what) => `${name}: ${what}`))
}

t.test('texts of routes, operations and events have short and plain sentences', (t) => {
  const faults = [
    ...catalog.flatMap((route) => [
      ...faultsOf(nameOf(route), route.summary),
      ...faultsOf(nameOf(route), describe(route)),
    ]),
    ...ops.flatMap(([name, { says }]) => faultsOf(name, says)),
    ...events.flatMap(([name, { says }]) => faultsOf(name, says)),
  ]
  t.same(faults, [])
  t.end()
})

t.test('every route says more than its name, and its name is an instruction', (t) => {
  const bare = catalog.filter(({ description }) => description === '').map(nameOf)
  t.same(bare, [])
  const NO_VERB = /^(?:The|A|An|What|Which|Whether|Your|How)\b/
  t.same(catalog.filter(({ summary }) => NO_VERB.test(summary)).map(nameOf), [])
  t.end()
})

t.test('every operation with arguments has an example that its schema allows', (t) => {
  for (const [name, { args, example }] of ops) {
    const hasArgs = Object.keys((args as { properties?: object }).properties ?? {}).length > 0
    t.equal(example !== undefined, hasArgs, `${name} has an example`)
    t.equal(findErrors(args, structuredClone(example ?? {}), 10), null, name)
  }
  t.end()
})
