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
} from '../scalars.js'
import { Type } from '../type.js'

const Lang = Choice(Object.keys(LANGUAGES) as Language[])

export const MetaQuery = Query({ lang: Default(Lang, 'en') })

export const NamedWordsView = View({ name: AnyText, label: AnyText, text: AnyText })
const Named = Rows(NamedWordsView)

/** What a control in a form is made for. */
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

/** A field of records that people edit, as a form needs it. */
export const MetaFieldView = View({
  kind: AnyText,
  /** With the lists and groups that it stands in: `symbols[].swap_days`. */
  name: AnyText,
  label: AnyText,
  text: AnyText,
  type: Choice(FIELD_TYPES),
  required: Flag,
  nullable: Flag,
  secret: Flag,
  settable: Flag,
  changeable: Flag,
  /** Left out where there is none. */
  default: Optional(Type.Unsafe<unknown>({})),
  unit: Nullable(NamedWordsView),
  unit_by: Rows(View({ field: AnyText, value: AnyText, unit: NamedWordsView })),
  min: Bound,
  max: Bound,
  pattern: Nullable(AnyText),
  values: Named,
})

/** Names of the contract with their words. */
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
