import type * as TypeBox from 'typebox'

/**
 * TypeBox's builders that our schemas are made of, with its static types. The package is used for
 * its types only: to load its 700 modules costs a tenth of a second in every thread that does, and
 * the schemas that come out are plain JSON Schema.
 *   B1. Each makes the very schema that TypeBox makes (test/wire/schema/schema-type.test.ts).
 */
type Builders = Pick<
  typeof TypeBox.Type,
  | 'Array'
  | 'Boolean'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'String'
  | 'Union'
  | 'Unsafe'
>
type Shape = Readonly<Record<string, unknown>>

/** Fields that may be left out; not a keyword, so nothing that reads a schema sees it. */
const OPTIONAL = '~optional'

/** The schemas that optional fields were made of. */
const originals = new WeakMap<object, object>()

const builders = {
  Array: (items: Shape, options?: Shape) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Shape) => ({ type: 'boolean', ...options }),
  Integer: (options?: Shape) => ({ type: 'integer', ...options }),
  Literal: (value: string | number | boolean, options?: Shape) => ({
    type: typeof value,
    const: value,
    ...options,
  }),
  Null: (options?: Shape) => ({ type: 'null', ...options }),
  Number: (options?: Shape) => ({ type: 'number', ...options }),
  Object: (properties: Readonly<Record<string, Shape>>, options?: Shape) => {
    const required = Object.keys(properties).filter(
      (name) => !(OPTIONAL in (properties[name] ?? {})),
    )
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
  },
  Optional: (schema: Shape) => {
    const field = Object.defineProperty({ ...schema }, OPTIONAL, { value: true })
    originals.set(field, originalOf(schema))
    return field
  },
  String: (options?: Shape) => ({ type: 'string', ...options }),
  Union: (anyOf: readonly Shape[], options?: Shape) => ({ anyOf, ...options }),
  Unsafe: (schema: Shape) => ({ ...schema }),
}

export const Type = builders as unknown as Builders

/** Whether a field may be left out. */
export function isOptional(schema: object): boolean {
  return OPTIONAL in schema
}

/** The schema that a field was made of where the field may be left out; any other is its own. */
export function originalOf(schema: object): object {
  return originals.get(schema) ?? schema
}
