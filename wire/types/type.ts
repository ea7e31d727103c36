import type * as TypeBox from 'typebox'

/**
 * The TypeBox builders that our schemas use, with TypeBox's static types. Only the package's types
 * are used, because loading its 700 modules takes a tenth of a second per thread and the resulting
 * schemas are plain JSON Schema.
 * Each builder returns exactly the same schema as TypeBox (test/wire/types/schema-type.test.ts).
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

/** Marks optional fields. It is a hidden property, so schema readers do not see it. */
const OPTIONAL = '~optional'

/** The schema that each optional field was made from. */
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

/** Whether a request may omit the field. */
export function isOptional(schema: object): boolean {
  return OPTIONAL in schema
}

/** The schema that an optional field was made from; other schemas are returned unchanged. */
export function originalOf(schema: object): object {
  return originals.get(schema) ?? schema
}
