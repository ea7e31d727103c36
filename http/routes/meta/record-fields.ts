import type { Language } from '../../../wire/generated/languages.js'
import type { MetaFieldView } from '../../../wire/schema/records/meta.js'
import { INTEGER_MAX, type Static, type TSchema } from '../../../wire/types/scalars.js'
import { isOptional } from '../../../wire/types/type.js'
import { type FieldPart, fieldWording } from '../../../wire/words/fields.js'
import { namesIn, type Unit } from '../../../wire/words/names.js'
import { type FieldUnit, unitOf } from '../../../wire/words/units.js'
import { valuesIn } from '../../../wire/words/values.js'
import { plainWording, type Wording } from '../../../wire/words/words.js'
import { type ApiSchema, apiSchema } from '../../docs/api-schema.js'
import { type FieldPlace, placeWithin } from '../../docs/field-sentences.js'
import { declaredName } from '../../docs/shape-names.js'
import { DESK_RECORDS, type DeskRecords } from './desk-records.js'

/**
 * Describes every field of editable records for forms and programs, derived from the schemas,
 * descriptions, defaults and units. Fields of list rows follow their list, as in `symbols[].mask`.
 */
type RecordField = Static<typeof MetaFieldView>
type Shape = Readonly<Record<string, unknown>>

export function recordFields(lang: Language): RecordField[] {
  return DESK_RECORDS.flatMap((records) => new FieldsOf(records, lang).all())
}

/**
 * Fields that the server sets. Requests may contain them, so that a record can be sent back as it
 * was read.
 */
const SET_BY_SERVER = new Set(['id', 'version', 'created_at', 'updated_at'])
const NO_WORDS: Wording = { label: '', text: '' }
const NO_FIELDS: Readonly<Record<string, ApiSchema>> = {}

/** Collects the fields of one kind of records from its schemas. */
class FieldsOf {
  readonly #records: DeskRecords
  readonly #lang: Language
  readonly #values: Readonly<Record<string, Wording>>
  readonly #fields = new Map<string, RecordField>()

  constructor(records: DeskRecords, lang: Language) {
    this.#records = records
    this.#lang = lang
    this.#values = valuesIn(lang)
  }

  all(): RecordField[] {
    const { create, change, tag } = this.#records
    const place: FieldPlace = { tag, part: 'body' }
    if (create !== null) this.#gather(create, place, '', { isNew: true, isChange: false })
    if (change !== null) this.#gather(change, place, '', { isNew: false, isChange: true })
    return [...this.#fields.values()]
  }

  #gather(schema: object, place: FieldPlace, row: string, when: When): void {
    const properties =
      (schema as { properties?: Readonly<Record<string, object>> }).properties ?? {}
    const told = apiSchema(schema as TSchema).properties ?? NO_FIELDS
    const within = placeWithin(schema, place)
    for (const [name, one] of Object.entries(properties)) {
      if (isIgnored(one) || (row === '' && SET_BY_SERVER.has(name))) continue
      const path = `${row}${name}`
      const known = this.#fields.get(path)
      const field = known ?? this.#field(path, name, one, told[name] ?? {}, within, when)
      this.#fields.set(path, { ...field, ...changed(known, when) })
      const inner = innerOf(one)
      if (inner !== undefined) this.#gather(inner.schema, within, `${path}${inner.mark}`, when)
    }
  }

  #field(
    path: string,
    name: string,
    schema: object,
    told: ApiSchema,
    place: FieldPlace,
    when: When,
  ): RecordField {
    const { kind, secrets } = this.#records
    const { shape, isNullable } = withoutNull(schema)
    const values = valuesOf(shape)
    return {
      kind,
      name: path,
      ...this.#wording(place, name),
      type: typeOf(shape),
      required: when.isNew && !isOptional(schema),
      nullable: isNullable,
      secret: secrets.includes(path),
      settable: when.isNew,
      changeable: when.isChange,
      values: values.map((value) => ({ name: value, ...this.#valueWording(name, value) })),
      ...('default' in told ? { default: told['default'] } : {}),
      ...boundsOf(shape),
      ...this.#unit(unitOf(path)),
    }
  }

  #wording({ tag, part }: FieldPlace, name: string): Wording {
    return plainWording(fieldWording(this.#lang, tag, part as FieldPart, name) ?? NO_WORDS)
  }

  #valueWording(field: string, value: string): Wording {
    const words = this.#values[`${field}.${value}`] ?? this.#values[value]
    return plainWording(words ?? namesIn(this.#lang).forms.not_stated)
  }

  #unit({ unit, by }: FieldUnit): Pick<RecordField, 'unit' | 'unit_by'> {
    const { units } = namesIn(this.#lang)
    const words = (one: Unit) => ({ name: one, ...units[one] })
    return {
      unit: unit === null ? null : words(unit),
      unit_by: by.map(({ field, value, unit: one }) => ({ field, value, unit: words(one) })),
    }
  }
}

/** Which schemas have the field: the one to create a record, the one to change it, or both. */
interface When {
  readonly isNew: boolean
  readonly isChange: boolean
}

function changed(known: RecordField | undefined, { isChange }: When): object {
  return known !== undefined && isChange ? { changeable: true } : {}
}

function isIgnored(schema: object): boolean {
  return (schema as Shape)['description'] === 'Ignored.'
}

function withoutNull(schema: object): { shape: Shape; isNullable: boolean } {
  const { anyOf } = schema as { anyOf?: readonly Shape[] }
  const ways = anyOf?.filter(({ type }) => type !== 'null')
  if (ways === undefined) return { shape: schema as Shape, isNullable: false }
  return { shape: ways[0] ?? {}, isNullable: ways.length !== anyOf?.length }
}

/** The fields of a list's rows or of a nested object, and the separator for their names. */
function innerOf(schema: object): { schema: object; mark: string } | undefined {
  const { shape } = withoutNull(schema)
  const items = shape['items'] as Shape | undefined
  if (items?.['properties'] !== undefined) return { schema: items, mark: '[].' }
  return shape['properties'] === undefined ? undefined : { schema: shape, mark: '.' }
}

function valuesOf(shape: Shape): readonly string[] {
  const items = (shape['items'] ?? {}) as Shape
  return (shape['enum'] ?? items['enum'] ?? []) as readonly string[]
}

type FieldType = RecordField['type']

/** Field types of texts with a format, by the name of their schema. */
const FORMS: Readonly<Record<string, FieldType>> = {
  Decimal: 'decimal',
  DecimalUnsigned: 'decimal',
  Time: 'time',
  GroupPath: 'group',
  Colour: 'colour',
  Email: 'email',
  Language: 'language',
  WebLink: 'link',
  WebLinkOrNone: 'link',
}

function typeOf(shape: Shape): FieldType {
  switch (shape['type']) {
    case 'boolean':
      return 'flag'
    case 'integer':
      return 'whole'
    case 'array':
      return listType((shape['items'] ?? {}) as Shape)
    case 'object':
      return shape['properties'] === undefined ? 'pairs' : 'fields'
    default:
      return textType(shape)
  }
}

function listType(items: Shape): FieldType {
  if (items['properties'] !== undefined) return 'rows'
  if (items['enum'] !== undefined) return 'choices'
  return items['type'] === 'integer' ? 'wholes' : 'texts'
}

function textType(shape: Shape): FieldType {
  if (shape['enum'] !== undefined) return 'choice'
  if (shape['x-text'] === 'multiline') return 'multiline'
  return FORMS[declaredName(shape) ?? ''] ?? 'line'
}

type Bounds = Pick<RecordField, 'min' | 'max' | 'pattern'>

/** The lower and upper bound: of a number's value, a text's length or a list's number of items. */
function boundsOf(shape: Shape): Bounds {
  const [least, most] =
    shape['type'] === 'array'
      ? ['minItems', 'maxItems']
      : shape['type'] === 'integer'
        ? ['minimum', 'maximum']
        : ['minLength', 'maxLength']
  const max = (shape[most] ?? null) as number | null
  return {
    min: isUnsigned(shape) ? 0 : ((shape[least] ?? null) as number | null),
    max: max === INTEGER_MAX ? null : max,
    pattern: (shape['pattern'] ?? null) as string | null,
  }
}

function isUnsigned(shape: Shape): boolean {
  return declaredName(shape) === 'DecimalUnsigned'
}
