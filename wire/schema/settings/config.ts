import type { TProperties } from 'typebox'
import {
  AnyText,
  Body,
  Default,
  FlagText,
  Id,
  IdText,
  Ignored,
  List,
  Login,
  Nullable,
  Optional,
  Params,
  Query,
  Rows,
  Time,
  Version,
  View,
} from '../scalars.js'
import { Type } from '../type.js'

/** The parts that the schemas of all kinds of settings share. A kind lists its fields once. */

/** Every field may be left out, but `version`: the change is made from it. */
export function PatchOf<Fields extends TProperties>(fields: Fields) {
  return Body({ ...optionalFields(fields), version: Version })
}

/** The fields of `required` have no default. */
export function CreateOf<Fields extends TProperties, Name extends keyof Fields & string>(
  fields: Fields,
  required: readonly Name[],
) {
  const open = optionalFields(fields)
  for (const name of required) open[name] = fields[name] as Fields[Name]
  return Body(open)
}

/** The fields of an answer that the server sets: taken and not read, so that a record can be sent as it was answered. */
export const NOT_SET = {
  id: Optional(Ignored),
  created_at: Optional(Ignored),
  updated_at: Optional(Ignored),
  version: Optional(Ignored),
  warnings: Optional(Ignored),
}

/** The whole, from a version on: takes an answer as it is. The fields of `required` have no default. */
export function ReplaceOf<Fields extends TProperties, Name extends keyof Fields & string>(
  fields: Fields,
  required: readonly Name[],
) {
  return Body({ ...CreateOf(fields, required).properties, ...NOT_SET, version: Version })
}

const Count = Type.Integer({ minimum: 0 })

/** How much a change would work on, of what the caller reaches. */
export const AffectsView = View({ accounts: Count, groups: Count, positions: Count, orders: Count })

const LevelsView = View({ login: Login, level_before: Nullable(AnyText), level_after: AnyText })

/** The effects of a change on the margin of accounts with positions, worked out at current prices. */
export const EffectsView = View({
  accounts: Count,
  margin_call: Count,
  stop_out: Count,
  unpriced: Count,
  judged: Optional(Count),
  worst: Rows(LevelsView),
})

/** The view of a record as routes show it; `affects` and `effects` come with a dry run alone. */
export function RecordOf<Fields extends TProperties>(fields: Fields) {
  const stored = { created_at: Time, updated_at: Time, version: Version }
  return View({
    id: Id,
    ...fields,
    ...stored,
    affects: Optional(AffectsView),
    effects: Optional(EffectsView),
  })
}

/** With it a change is checked and nothing is written. */
export const DryRunQuery = Query({ dry_run: Default(FlagText, false) })

export const RecordParams = Params({ id: IdText })

/** More records than this cannot be put in order by one request. */
const ORDER_IDS_MAX = 100_000
export const OrderBody = Body({ ids: List(Id, ORDER_IDS_MAX) })

/** The same fields, each of which may be left out. */
export function optionalFields<Fields extends TProperties>(fields: Fields): TProperties {
  const entries = Object.entries(fields).map(([name, schema]) => [name, Optional(schema)])
  return Object.fromEntries(entries) as TProperties
}
