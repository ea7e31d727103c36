import {
  AnyText,
  Default,
  Flag,
  Limit,
  LoginText,
  Nullable,
  NumberText,
  Optional,
  Page,
  PageOf,
  Query,
  Rows,
  type Static,
  Text,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

const JOURNAL_LIMIT_DEFAULT = 100

const filters = {
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  /** The login of the actor. 0 means the system. */
  actor: Optional(NumberText(0)),
  /** The kinds to find, separated by commas. */
  kind: Optional(Text(512)),
  text: Optional(Text(512)),
  page: Default(Page, 1),
  limit: Default(Limit(), JOURNAL_LIMIT_DEFAULT),
}

/** The record that a line is about, such as `groups:5`. */
const AboutText = Type.String({ pattern: '^[a-z_]{1,32}:(0|[1-9]\\d{0,15})$' })

/** The query for the journal of the account in the path. */
export const AccountJournalQuery = Query(filters)
export const JournalQuery = Query({
  ...filters,
  login: Optional(LoginText),
  about: Optional(AboutText),
})
export type JournalQuery = Static<typeof JournalQuery>

const NullableLogin = Nullable(Type.Integer())

/** A value of a setting, before or after a change. */
const AnyJson = Type.Unsafe<unknown>({})

export const AboutView = View({ kind: AnyText, id: Type.Integer() })

/** A changed field with its old and new value. */
export const LineChangeView = View({ field: AnyText, from: AnyJson, to: AnyJson })

export const JournalLineView = View({
  id: Type.Integer(),
  at: AnyText,
  actor: NullableLogin,
  login: NullableLogin,
  about: Nullable(AboutView),
  kind: AnyText,
  text: AnyText,
  changes: Rows(LineChangeView),
  ip: AnyText,
  request_id: AnyText,
  via: Nullable(AnyText),
  hash: Nullable(AnyText),
})

/** The last journal line that the logs have recorded; all fields are null before the first. */
export const JournalChainView = View({
  ok: Nullable(Flag),
  id: Nullable(Type.Integer()),
  at: Nullable(Time),
})

export const JournalPageView = PageOf(JournalLineView)
