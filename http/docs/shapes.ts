import type { JsonFields } from '../../wire/answer/json-parts.js'
import { jsonField, jsonOf } from '../../wire/answer/json-parts.js'
import { originalOf } from '../../wire/schema/type.js'
import { type ApiSchema, type ShapeReferences, shapeSchema } from './api-schema.js'
import { choiceName } from './choice-names.js'
import type { FieldPlace } from './field-sentences.js'
import { declaredName, documentName } from './shape-names.js'

/**
 * The name of a shape that a document tells once; undefined for one that stands where it is used. Objects, unions and texts
 * of a form have the names of their schemas, choices those of their values.
 */
export function shapeName(schema: object): string | undefined {
  const shape = schema as ApiSchema
  if (shape['x-integer'] !== undefined || shape['x-flag'] === true) return undefined
  if (shape.enum !== undefined) return choiceName(shape.enum)
  const isForm = shape.type === 'string' && shape.pattern !== undefined
  if (!isForm && shape.properties === undefined && shape.anyOf === undefined) return undefined
  const declared = declaredName(schema)
  return declared === undefined ? undefined : documentName(declared)
}

interface Shape {
  readonly schema: object
  readonly place: FieldPlace | null
}

/**
 * The shapes of one document, gathered while it is written: each that something refers to is told once, by its name, as
 * it is told where it was met first. In other places it is told the same (test/http/docs/shapes.test.ts).
 */
export class Shapes implements ShapeReferences {
  readonly takesWords: boolean
  readonly discriminates: boolean
  readonly #met = new Map<string, Shape>()
  readonly #ready = new Map<string, ApiSchema>()

  constructor({ takesWords, discriminates }: Omit<ShapeReferences, 'to'>) {
    this.takesWords = takesWords
    this.discriminates = discriminates
  }

  /** Tells a shape that is written already. */
  tell(name: string, shape: ApiSchema): void {
    this.#ready.set(name, shape)
  }

  to(schema: object, place: FieldPlace | null): ApiSchema | undefined {
    const name = shapeName(schema)
    if (name === undefined) return undefined
    if (!this.#met.has(name)) this.#met.set(name, { schema: originalOf(schema), place })
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Those that were met, and those within them, a shape in a step; by their names. */
  *written(): Generator<void, JsonFields[]> {
    const told = new Map<string, JsonFields>()
    for (const [name, shape] of this.#ready) told.set(name, jsonField(name, jsonOf(shape)))
    // What a shape refers to is met while it is written, and comes into the same walk.
    for (const [name, { schema, place }] of this.#met) {
      told.set(name, jsonField(name, jsonOf(shapeSchema(schema, place, this))))
      yield
    }
    const byName = [...told].sort(([a], [b]) => (a < b ? -1 : 1))
    return byName.map(([, text]) => text)
  }
}
