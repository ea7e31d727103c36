import type { TProperties } from 'typebox'
import {
  AnyText,
  Body,
  Default,
  FlagText,
  Id,
  IdText,
  IgnoredField,
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
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'

/** Schema parts that all kinds of settings share. Each kind lists its fields once. */

/** A change: all fields are optional, except `version`, on which the change is based. */
export function PatchOf<Fields extends TProperties>(fields: Fields) {
  return Body({ ...optionalFields(fields), version: Version })
}

/** A new record. The fields in `required` have no default. */
export function CreateOf<Fields extends TProperties, Name extends keyof Fields & string>(
  fields: Fields,
  required: readonly Name[],
) {
  const open = optionalFields(fields)
  for (const name of required) open[name] = fields[name] as Fields[Name]
  return Body(open)
}

/** Read-only fields are accepted and ignored, so that a record can be sent back as it was read. */
export const NOT_SET = {
  id: Optional(IgnoredField),
  created_at: Optional(IgnoredField),
  updated_at: Optional(IgnoredField),
  version: Optional(IgnoredField),
  warnings: Optional(IgnoredField),
}

/**
 * Replaces the whole record, based on a version. It accepts a record as it was read. The fields in
 * `required` have no default.
 */
export function ReplaceOf<Fields extends TProperties, Name extends keyof Fields & string>(
  fields: Fields,
  required: readonly Name[],
) {
  return Body({ ...CreateOf(fields, required).properties, ...NOT_SET, version: Version })
}

const Count = Type.Integer({ minimum: 0 })

/** How many records a change would affect, within the caller's scope. */
export const AffectsView = View({ accounts: Count, groups: Count, positions: Count, orders: Count })

const LevelsView = View({ login: Login, level_before: Nullable(AnyText), level_after: AnyText })

/** The effect of a change on the margin of accounts with positions, at current prices. */
export const EffectsView = View({
  accounts: Count,
  margin_call: Count,
  stop_out: Count,
  unpriced: Count,
  judged: Optional(Count),
  worst: Rows(LevelsView),
})

/** A record as routes show it. `affects` and `effects` are only in the answer to a dry run. */
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

/** The query of a route that can check a change without saving it (`dry_run`). */
export const DryRunQuery = Query({ dry_run: Default(FlagText, false) })

export const RecordParams = Params({ id: IdText })

/** The most records that one request can sort. */
const ORDER_IDS_MAX = 100_000
export const OrderBody = Body({ ids: List(Id, ORDER_IDS_MAX) })

/** The same fields, all optional. */
export function optionalFields<Fields extends TProperties>(fields: Fields): TProperties {
  const entries = Object.entries(fields).map(([name, schema]) => [name, Optional(schema)])
  return Object.fromEntries(entries) as TProperties
}
