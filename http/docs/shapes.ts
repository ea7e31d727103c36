import type { JsonFields } from '../../wire/format/json-parts.js'
import { jsonField, jsonOf } from '../../wire/format/json-parts.js'
import { originalOf } from '../../wire/types/type.js'
import { type ApiSchema, type ShapeReferences, shapeSchema } from './api-schema.js'
import { choiceName } from './choice-names.js'
import type { FieldPlace } from './field-sentences.js'
import { declaredName, documentName } from './shape-names.js'

/**
 * The name of a schema that is defined once, or undefined for one that is written inline. Objects,
 * unions and formatted texts have schema names, enumerations have names by their values.
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
 * Collects the named schemas of a document while it is written. Each is defined once, by its name,
 * as it appears on first use. All other uses are equal (test/http/docs/shapes.test.ts).
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

  /** Adds the finished schema of a named shape. */
  tell(name: string, shape: ApiSchema): void {
    this.#ready.set(name, shape)
  }

  to(schema: object, place: FieldPlace | null): ApiSchema | undefined {
    const name = shapeName(schema)
    if (name === undefined) return undefined
    if (!this.#met.has(name)) this.#met.set(name, { schema: originalOf(schema), place })
    return { $ref: `#/components/schemas/${name}` }
  }

  /**
   * Writes all referenced schemas, including those found while writing others. Yields after each
   * schema. Sorted by name.
   */
  *written(): Generator<void, JsonFields[]> {
    const told = new Map<string, JsonFields>()
    for (const [name, shape] of this.#ready) told.set(name, jsonField(name, jsonOf(shape)))
    // Writing a schema may reference further ones, which are added to the same iteration.
    for (const [name, { schema, place }] of this.#met) {
      told.set(name, jsonField(name, jsonOf(shapeSchema(schema, place, this))))
      yield
    }
    const byName = [...told].sort(([a], [b]) => (a < b ? -1 : 1))
    return byName.map(([, text]) => text)
  }
}
