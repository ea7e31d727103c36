import type { Schemas } from '../link/contract.js'

/**
 * Chooses the control for a field: by its type, or by an entry below where only its name tells.
 * Pure functions.
 */
type MetaField = Schemas['MetaFieldView']
export type Content = Readonly<Record<string, unknown>>

type ControlName =
  | 'switch'
  | 'choice'
  | 'choices'
  | 'whole'
  | 'decimal'
  | 'line'
  | 'text'
  | 'list'
  | 'wholes'
  | 'time'
  | 'time_of_day'
  | 'day'
  | 'colour'
  | 'secret'
  | 'reference'
  | 'offered'
  | 'mask'
  | 'masks'
  | 'ordered'
  | 'week'
  | 'nights'
  | 'parameters'
  | 'rows'
  | 'part'
  | 'pairs'

/** A control, and the kind of records that it offers or matches. */
export interface Control {
  readonly name: ControlName
  readonly of?: string
}

export interface FormField {
  /** The name of the field within its record or row. */
  readonly name: string
  readonly meta: MetaField
  readonly control: Control
  readonly inner: readonly FormField[]
}

const BY_TYPE: Readonly<Record<MetaField['type'], ControlName>> = {
  flag: 'switch',
  choice: 'choice',
  choices: 'choices',
  whole: 'whole',
  wholes: 'wholes',
  decimal: 'decimal',
  line: 'line',
  multiline: 'text',
  texts: 'list',
  time: 'time',
  colour: 'colour',
  link: 'line',
  email: 'line',
  language: 'line',
  group: 'offered',
  rows: 'rows',
  fields: 'part',
  pairs: 'pairs',
}

/** A text with this pattern is a calendar date. */
const DAY = '^\\d{4}-\\d{2}-\\d{2}$'

/** Controls that the type does not determine, by kind and name. */
const SPECIAL: Readonly<Record<string, Control>> = {
  'groups.path': { name: 'line' },
  'groups.leverage_profile_id': { name: 'reference', of: 'leverage_profiles' },
  'groups.symbols[].mask': { name: 'mask', of: 'symbols' },
  'groups.symbols[].swap_days': { name: 'nights' },
  'groups.commissions[].mask': { name: 'mask', of: 'symbols' },
  'symbols.sessions': { name: 'week' },
  'symbols.swap_days': { name: 'nights' },
  'symbols.quote_source': { name: 'offered', of: 'symbols' },
  'datafeeds.params': { name: 'parameters' },
  'datafeeds.symbols': { name: 'masks', of: 'symbols' },
  'datafeeds.translates[].symbol_id': { name: 'reference', of: 'symbols' },
  'gateways.params': { name: 'parameters' },
  'gateways.symbols': { name: 'masks', of: 'symbols' },
  'gateways.translates[].symbol_id': { name: 'reference', of: 'symbols' },
  'gateways.groups[].group': { name: 'mask', of: 'groups' },
  'gateways.groups[].symbols': { name: 'masks', of: 'symbols' },
  'routing.dealers': { name: 'ordered' },
  'leverage_profiles.rules[].mask': { name: 'mask', of: 'symbols' },
  'leverage_switches.leverage_profile_id': { name: 'reference', of: 'leverage_profiles' },
  'holidays.symbols': { name: 'masks', of: 'symbols' },
  'report_jobs.params.groups': { name: 'mask', of: 'groups' },
  'report_schedules.config_id': { name: 'reference', of: 'reports' },
  'allocations.white_label_id': { name: 'reference', of: 'brands' },
}

export function controlOf(kind: string, meta: MetaField): Control | null {
  const special = SPECIAL[`${kind}.${meta.name}`]
  if (special !== undefined) return special
  if (meta.secret) return { name: 'secret' }
  if (meta.type === 'whole' && meta.unit?.name === 'minutes_of_day') return { name: 'time_of_day' }
  if (meta.pattern === DAY) return { name: 'day' }
  const name = BY_TYPE[meta.type]
  if (name === undefined) return null
  return name === 'offered' ? { name, of: 'groups' } : { name }
}

/** The fields of a kind in order, with their nested fields. Fields without a control are left out. */
export function fieldsOf(kind: string, all: readonly MetaField[]): FormField[] {
  const own = all.filter((field) => field.kind === kind)
  const within = (start: string): FormField[] =>
    own.flatMap((meta) => {
      const name = meta.name.slice(start.length)
      if (!meta.name.startsWith(start) || /[.[]/.test(name)) return []
      const control = controlOf(kind, meta)
      if (control === null) return []
      const inner = meta.type === 'rows' ? within(`${meta.name}[].`) : within(`${meta.name}.`)
      return [{ name, meta, control, inner }]
    })
  return within('')
}

/** The values that decide units, by the full name of their field. */
export type Scope = Content

export function scopeOf(outer: Scope, fields: readonly FormField[], content: Content): Scope {
  const own = fields.map(({ name, meta }) => [meta.name, content[name] ?? meta.default])
  return { ...outer, ...Object.fromEntries(own) }
}

/** The unit of a figure, given the current values of other fields. */
export function unitOf({ unit, unit_by: by }: MetaField, scope: Scope) {
  return by.find(({ field, value }) => scope[field] === value)?.unit ?? unit
}

/** The default values of a new record or row. */
export function defaultsOf(fields: readonly FormField[]): Content {
  return Object.fromEntries(
    fields.flatMap(({ name, meta }) => ('default' in meta ? [[name, meta.default]] : [])),
  )
}

/** The values of a new row: required fields only, choices with their first value. */
export function newRow(fields: readonly FormField[]): Content {
  return Object.fromEntries(
    fields.filter(({ meta }) => meta.required).map((field) => [field.name, firstValue(field)]),
  )
}

function firstValue({ meta, control, inner }: FormField): unknown {
  switch (meta.type) {
    case 'choice':
      return meta.values[0]?.name ?? ''
    case 'flag':
      return false
    case 'whole':
      return control.name === 'reference' ? '' : (meta.min ?? 0)
    case 'rows':
      return (meta.min ?? 0) > 0 ? [newRow(inner)] : []
    case 'texts':
    case 'wholes':
    case 'choices':
      return []
    default:
      return ''
  }
}

export interface FormFieldProps {
  readonly field: FormField
  /** The path of the value in the request, such as `symbols[0].mask`. */
  readonly path: string
  readonly value: unknown
  readonly scope: Scope
  readonly onInput: (value: unknown) => void
  /** The old value as text, if it was changed. */
  readonly was?: string | undefined
  /** The value that applies if the row does not set the field. */
  readonly own?: string | undefined
  /** The masks of the rows above, for the control of a mask. */
  readonly above?: readonly string[]
  readonly isLabelHidden?: boolean
}
