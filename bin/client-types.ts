import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CODES } from '../engine/code.js'
import type { catalog } from '../http/catalog.js'
import { type FieldPlace, placeWithin, sentenceOf } from '../http/docs/field-sentences.js'
import { declaredName } from '../http/docs/shape-names.js'
import { nameOf, type Route } from '../http/pipeline/route.js'
import type * as StaffCatalog from '../http/socket/staff/staff-catalog.js'
import type { LiveEvents, LiveOps } from '../wire/schema/live/live-op.js'
import type * as StaffEvents from '../wire/schema/live/staff-events.js'
import type * as Trader from '../wire/schema/live/trader-socket.js'
import type { TSchema } from '../wire/types/scalars.js'

/**
 * Generates the types of the client library from the schemas of routes and sockets. Programs that
 * use the library then need nothing from the server, and the compiler knows what the server checks.
 */
const HEAD = `// Written by the build from the server's schemas (bin/client-types.ts).
`

type Shape = Readonly<Record<string, unknown>>

class TypeWriter {
  readonly #used = new Map<string, { readonly shape: Shape; readonly place: FieldPlace }>()

  /** The type of a schema at this place: its name if it has one. */
  of(schema: TSchema | null, place: FieldPlace): string {
    if (schema === null) return 'null'
    const shape = schema as unknown as Shape
    const isNamed = shape['type'] === 'object' || shape['type'] === 'array'
    const name = isNamed ? declaredName(schema) : undefined
    if (name === undefined) return this.#whole(shape, place)
    if (!this.#used.has(name)) this.#used.set(name, { shape, place })
    return `Schemas['${name}']`
  }

  /** The definitions of all named types that were used, directly or indirectly. */
  named(): string {
    const lines = new Map<string, string>()
    for (const [name, { shape, place }] of this.#used) {
      lines.set(name, `  ${name}: ${this.#whole(shape, place)}`)
    }
    return [...lines.keys()]
      .sort()
      .map((name) => lines.get(name))
      .join('\n')
  }

  #whole(shape: Shape, place: FieldPlace): string {
    if (shape['x-bytes'] === true) return 'Uint8Array'
    if (shape['x-integer'] !== undefined) return 'number'
    if (shape['x-flag'] === true) return 'boolean'
    if (shape['const'] !== undefined) return JSON.stringify(shape['const'])
    if (Array.isArray(shape['enum'])) return shape['enum'].map((one) => quoted(one)).join(' | ')
    if (Array.isArray(shape['anyOf'])) {
      return [...new Set(shape['anyOf'].map((one) => this.of(one as TSchema, place)))].join(' | ')
    }
    switch (shape['type']) {
      case 'object':
        return this.#object(shape, placeWithin(shape, place))
      case 'array': {
        const item = this.of((shape['items'] ?? {}) as TSchema, place)
        return /^[\w[\]']+$/.test(item) ? `readonly ${item}[]` : `readonly (${item})[]`
      }
      case 'string':
        return 'string'
      case 'integer':
      case 'number':
        return 'number'
      case 'boolean':
        return 'boolean'
      case 'null':
        return 'null'
      default:
        return 'unknown'
    }
  }

  #object(shape: Shape, place: FieldPlace): string {
    const properties = (shape['properties'] ?? {}) as Readonly<Record<string, TSchema>>
    const needed = new Set((shape['required'] ?? []) as readonly string[])
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isNeeded = needed.has(name)
      const said = sentenceOf(place, name)
      const doc = said === undefined ? '' : `/** ${said} */ `
      return `${doc}readonly ${key(name)}${isNeeded ? '' : '?'}: ${this.of(schema, place)}${isNeeded ? '' : ' | undefined'}`
    })
    if (fields.length > 0) return `{ ${fields.join('; ')} }`
    const named = Object.values(
      (shape['patternProperties'] ?? {}) as Readonly<Record<string, TSchema>>,
    )
    if (named.length > 0) {
      const values = new Set(named.map((schema) => this.of(schema, place)))
      return `Readonly<Record<string, ${[...values].join(' | ')}>>`
    }
    const more = shape['additionalProperties']
    if (more === false) return 'Readonly<Record<string, never>>'
    return 'Readonly<Record<string, unknown>>'
  }
}

function quoted(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function key(name: string): string {
  return /^\w+$/.test(name) ? name : `'${name}'`
}

/** The content of `client/generated/routes.ts`: one entry per route of the API. */
function routeTypes(routes: readonly Route[]): string {
  const writer = new TypeWriter()
  const sorted = routes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const members = sorted.map((route) => {
    const parts = [
      `params: ${writer.of(route.params, placeOf(route, 'params'))}`,
      `query: ${writer.of(route.query, placeOf(route, 'query'))}`,
      `body: ${bodyType(writer, route)}`,
      `data: ${route.media === null ? dataType(writer, route) : 'Uint8Array'}`,
    ]
    return `  '${nameOf(route)}': {\n${parts.map((part) => `    ${part}`).join('\n')}\n  }`
  })
  const list = (name: string, says: string, fits: (route: Route) => boolean) => {
    const names = sorted.filter(fits).map((route) => `  '${nameOf(route)}',`)
    return `/** ${says} */\nexport const ${name}: readonly (keyof Routes)[] = [\n${names.join('\n')}\n]\n`
  }
  const body = members.join('\n')
  return [
    HEAD,
    "import type { UploadedForm } from '../platform.js'\n",
    '/** Every route of the server: what it takes, and the data of its answer. */',
    `export interface Routes {\n${body}\n}\n`,
    list('KEYED_ROUTES', 'Routes that take an Idempotency-Key.', ({ idempotent }) => idempotent),
    list('BYTE_ROUTES', 'Routes whose answer is bytes.', ({ media }) => media !== null),
    `/** Shapes by the names that the server has for them. */\nexport interface Schemas {\n${writer.named()}\n}\n`,
    `/** Every code that an answer can carry. */\nexport type AnswerCode =\n${CODES.map((code) => `  | '${code}'`).join('\n')}\n`,
  ].join('\n')
}

function bodyType(writer: TypeWriter, route: Route): string {
  if (route.upload !== null) return 'UploadedForm'
  const type = writer.of(route.body, placeOf(route, 'body'))
  return route.bodyOptional ? `${type} | null` : type
}

/** The type of an answer's data. A route without data answers null. */
function dataType(writer: TypeWriter, route: Route): string {
  return writer.of(route.data, placeOf(route, 'data'))
}

function placeOf({ tag }: Route, part: FieldPlace['part']): FieldPlace {
  return { tag, part }
}

interface DescribedSocket {
  readonly ops: LiveOps
  readonly events: LiveEvents
}

/** The content of `client/generated/frames.ts`: the frames of each side's WebSocket. */
function frameTypes(sides: Readonly<Record<string, DescribedSocket>>): string {
  const writer = new TypeWriter()
  const parts: string[] = [HEAD]
  const liveArgs = { tag: 'live', part: 'body' } as const
  const liveData = { tag: 'live', part: 'data' } as const
  for (const [side, { ops, events }] of Object.entries(sides)) {
    const operations = Object.entries(ops).map(
      ([name, { args, data }]) =>
        `  ${key(name)}: { args: ${writer.of(args, liveArgs)}; data: ${writer.of(data, liveData)} }`,
    )
    const told = Object.entries(events).map(
      ([name, { data }]) => `  ${key(name)}: ${writer.of(data, liveData)}`,
    )
    const counted = Object.entries(events).filter(([, { isCounted }]) => isCounted)
    parts.push(
      `/** Operations of ${side} sockets. */\nexport interface ${side}LiveOps {\n${operations.join('\n')}\n}\n`,
      `/** Events of ${side} sockets: their data. */\nexport interface ${side}LiveEvents {\n${told.join('\n')}\n}\n`,
      `/** The events that have the account's seq. */\nexport type ${side}Counted =\n${counted.map(([name]) => `  | '${name}'`).join('\n')}\n`,
    )
  }
  parts.push(
    `/** Shapes that frames have. */\nexport interface FrameSchemas {\n${writer.named()}\n}\n`,
  )
  return parts.join('\n').replaceAll("Schemas['", "FrameSchemas['")
}

/**
 * The files of `client/generated/` by name. All modules are loaded from `dist`, because names are
 * looked up by object identity.
 */
async function clientTypes(dist: string): Promise<Readonly<Record<string, string>>> {
  const load = (name: string) => import(pathToFileURL(join(dist, name)).href)
  const routes: { readonly catalog: typeof catalog } = await load('http/catalog.js')
  const trader: typeof Trader = await load('wire/schema/live/trader-socket.js')
  const staffOps: typeof StaffCatalog = await load('http/socket/staff/staff-catalog.js')
  const staffEvents: typeof StaffEvents = await load('wire/schema/live/staff-events.js')
  const sides = {
    Trader: { ops: trader.TRADER_OPS, events: trader.TRADER_EVENTS },
    Staff: { ops: staffOps.STAFF_OPS, events: staffEvents.STAFF_EVENTS },
  }
  return { 'routes.ts': routeTypes(routes.catalog), 'frames.ts': frameTypes(sides) }
}

/** Writes only files that have changed, so that unchanged ones are not compiled again. */
export async function writeClientTypes(dist: string, generated: string): Promise<void> {
  mkdirSync(generated, { recursive: true })
  for (const [name, made] of Object.entries(await clientTypes(dist))) {
    const file = join(generated, name)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (before !== made) writeFileSync(file, made)
  }
}
