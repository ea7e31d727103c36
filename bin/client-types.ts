import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CODES } from '../engine/code.js'
import type { catalog } from '../http/catalog.js'
import { type FieldSentence, sentencesOf } from '../http/docs/field-sentences.js'
import { nameOf, type Route } from '../http/pipeline/route.js'
import type { LiveEvents, LiveOps } from '../wire/schema/live/live-op.js'
import type * as Staff from '../wire/schema/live/staff-socket.js'
import type * as Trader from '../wire/schema/live/trader-socket.js'
import type { TSchema } from '../wire/schema/scalars.js'

/**
 * The types of the client library, written from the schemas of the routes and of the live sockets: a program that
 * uses the library needs nothing of the server, and what it is told by the compiler is what the server checks.
 */
const HEAD = `// Written by the build from the server's schemas (bin/client-types.ts).
`

type Shape = Readonly<Record<string, unknown>>

/** The schemas that have a name of their own, by themselves. */
async function namedSchemas(dist: string): Promise<ReadonlyMap<unknown, string>> {
  const schemas = join(dist, 'wire/schema')
  const files = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
  const names = new Map<unknown, string>()
  const seen = new Set<string>()
  for (const file of files.filter((one) => one.endsWith('.js')).sort()) {
    const module = (await import(pathToFileURL(join(schemas, file)).href)) as Shape
    for (const [name, value] of Object.entries(module)) {
      const type = (value as { readonly type?: unknown } | null)?.type
      if (type !== 'object' && type !== 'array') continue
      if (names.has(value) || seen.has(name)) continue
      names.set(value, name)
      seen.add(name)
    }
  }
  return names
}

class TypeWriter {
  readonly #names: ReadonlyMap<unknown, string>
  readonly #used = new Map<string, { readonly shape: Shape; readonly sentence: FieldSentence }>()
  #sentence: FieldSentence = () => undefined

  constructor(names: ReadonlyMap<unknown, string>) {
    this.#names = names
  }

  /** As `of`, its fields told by these sentences. */
  told(schema: TSchema | null, sentence: FieldSentence): string {
    this.#sentence = sentence
    return this.of(schema)
  }

  /** The type of a schema, as its name where it has one. */
  of(schema: TSchema | null): string {
    if (schema === null) return 'null'
    const name = this.#names.get(schema)
    if (name === undefined) return this.#whole(schema as unknown as Shape)
    if (!this.#used.has(name)) {
      this.#used.set(name, { shape: schema as unknown as Shape, sentence: this.#sentence })
    }
    return `Schemas['${name}']`
  }

  /** The named ones that were asked for, and those that they are made of. */
  named(): string {
    const lines = new Map<string, string>()
    for (const [name, { shape, sentence }] of this.#used) {
      this.#sentence = sentence
      lines.set(name, `  ${name}: ${this.#whole(shape)}`)
    }
    return [...lines.keys()]
      .sort()
      .map((name) => lines.get(name))
      .join('\n')
  }

  #whole(shape: Shape): string {
    if (shape['x-bytes'] === true) return 'Uint8Array'
    if (shape['x-integer'] !== undefined) return 'number'
    if (shape['x-flag'] === true) return 'boolean'
    if (shape['const'] !== undefined) return JSON.stringify(shape['const'])
    if (Array.isArray(shape['enum'])) return shape['enum'].map((one) => quoted(one)).join(' | ')
    if (Array.isArray(shape['anyOf'])) {
      return [...new Set(shape['anyOf'].map((one) => this.of(one as TSchema)))].join(' | ')
    }
    switch (shape['type']) {
      case 'object':
        return this.#object(shape)
      case 'array': {
        const item = this.of((shape['items'] ?? {}) as TSchema)
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

  #object(shape: Shape): string {
    const properties = (shape['properties'] ?? {}) as Readonly<Record<string, TSchema>>
    const needed = new Set((shape['required'] ?? []) as readonly string[])
    const fields = Object.entries(properties).map(([name, schema]) => {
      const isNeeded = needed.has(name)
      const said = this.#sentence(name)
      const doc = said === undefined ? '' : `/** ${said} */ `
      return `${doc}readonly ${key(name)}${isNeeded ? '' : '?'}: ${this.of(schema)}${isNeeded ? '' : ' | undefined'}`
    })
    if (fields.length > 0) return `{ ${fields.join('; ')} }`
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

/** `client/generated/routes.ts`. */
function routeTypes(routes: readonly Route[], names: ReadonlyMap<unknown, string>): string {
  const writer = new TypeWriter(names)
  const sorted = routes.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const members = sorted.map((route) => {
    const parts = [
      `params: ${writer.told(route.params, sentencesOf(route.tag, 'params'))}`,
      `query: ${writer.told(route.query, sentencesOf(route.tag, 'query'))}`,
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
  const type = writer.told(route.body, sentencesOf(route.tag, 'body'))
  return route.bodyOptional ? `${type} | null` : type
}

/** Nothing is null, and so is the data of a route that answers none. */
function dataType(writer: TypeWriter, { data, tag }: Route): string {
  return writer.told(data, sentencesOf(tag, 'data'))
}

interface DescribedSocket {
  readonly ops: LiveOps
  readonly events: LiveEvents
}

/** `client/generated/frames.ts`. */
function frameTypes(
  sides: Readonly<Record<string, DescribedSocket>>,
  names: ReadonlyMap<unknown, string>,
): string {
  const writer = new TypeWriter(names)
  const parts: string[] = [HEAD]
  const [liveArgs, liveData] = [sentencesOf('live', 'body'), sentencesOf('live', 'data')]
  for (const [side, { ops, events }] of Object.entries(sides)) {
    const operations = Object.entries(ops).map(
      ([name, { args, data }]) =>
        `  ${key(name)}: { args: ${writer.told(args, liveArgs)}; data: ${writer.told(data, liveData)} }`,
    )
    const told = Object.entries(events).map(
      ([name, { data }]) => `  ${key(name)}: ${writer.told(data, liveData)}`,
    )
    const counted = Object.entries(events).filter(([, { isCounted }]) => isCounted)
    parts.push(
      `/** Operations of ${side} sockets. */\nexport interface ${side}LiveOps {\n${operations.join('\n')}\n}\n`,
      `/** Events of ${side} sockets: their data. */\nexport interface ${side}LiveEvents {\n${told.join('\n')}\n}\n`,
      `/** Those of them that carry the account's seq. */\nexport type ${side}Counted =\n${counted.map(([name]) => `  | '${name}'`).join('\n')}\n`,
    )
  }
  parts.push(
    `/** Shapes that frames have. */\nexport interface FrameSchemas {\n${writer.named()}\n}\n`,
  )
  return parts.join('\n').replaceAll("Schemas['", "FrameSchemas['")
}

/**
 * The files of `client/generated/`, by their names. Modules of `dist` are loaded one by one: names go by the very
 * objects.
 */
async function clientTypes(dist: string): Promise<Readonly<Record<string, string>>> {
  const load = (name: string) => import(pathToFileURL(join(dist, name)).href)
  const names = await namedSchemas(dist)
  const routes: { readonly catalog: typeof catalog } = await load('http/catalog.js')
  const trader: typeof Trader = await load('wire/schema/live/trader-socket.js')
  const staff: typeof Staff = await load('wire/schema/live/staff-socket.js')
  const sides = {
    Trader: { ops: trader.TRADER_OPS, events: trader.TRADER_EVENTS },
    Staff: { ops: staff.STAFF_OPS, events: staff.STAFF_EVENTS },
  }
  return { 'routes.ts': routeTypes(routes.catalog, names), 'frames.ts': frameTypes(sides, names) }
}

/** Those that are other than they were are written anew: what has not changed is not compiled again. */
export async function writeClientTypes(dist: string, generated: string): Promise<void> {
  mkdirSync(generated, { recursive: true })
  for (const [name, made] of Object.entries(await clientTypes(dist))) {
    const file = join(generated, name)
    const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (before !== made) writeFileSync(file, made)
  }
}
