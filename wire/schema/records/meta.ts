import { LANGUAGES, type Language } from '../../generated/languages.js'
import {
  AnyText,
  Choice,
  Default,
  Flag,
  Nullable,
  Optional,
  Query,
  Rows,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const Lang = Choice(Object.keys(LANGUAGES) as Language[])

export const MetaQuery = Query({ lang: Default(Lang, 'en') })

export const NamedWordsView = View({ name: AnyText, label: AnyText, text: AnyText })
const Named = Rows(NamedWordsView)

/** The types of fields, from which forms choose an input. */
export const FIELD_TYPES = [
  'flag',
  'choice',
  'choices',
  'whole',
  'wholes',
  'decimal',
  'line',
  'multiline',
  'texts',
  'time',
  'colour',
  'link',
  'email',
  'language',
  'group',
  'rows',
  'fields',
  'pairs',
] as const

const Bound = Nullable(Type.Integer())

/** A field of an editable record, with what a form needs to know. */
export const MetaFieldView = View({
  kind: AnyText,
  /** The name with its parent lists and objects, such as `symbols[].swap_days`. */
  name: AnyText,
  label: AnyText,
  text: AnyText,
  type: Choice(FIELD_TYPES),
  required: Flag,
  nullable: Flag,
  secret: Flag,
  settable: Flag,
  changeable: Flag,
  /** The default value; omitted if the field has none. */
  default: Optional(Type.Unsafe<unknown>({})),
  unit: Nullable(NamedWordsView),
  unit_by: Rows(View({ field: AnyText, value: AnyText, unit: NamedWordsView })),
  min: Bound,
  max: Bound,
  pattern: Nullable(AnyText),
  values: Named,
})

/** The labels of all API names in one language. */
export const MetaView = View({
  lang: Lang,
  rights: Named,
  journal_kinds: Named,
  deal_actions: Named,
  report_modules: Named,
  values: Named,
  fields: Rows(MetaFieldView),
  codes: Rows(View({ name: AnyText, text: AnyText, repeat: AnyText })),
})
