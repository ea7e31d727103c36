import type { Right } from '../../engine/access/rights.js'
import { AnyText, Flag, Nullable, Rows, Time, type TSchema } from '../types/scalars.js'
import { Type } from '../types/type.js'

/**
 * The types of account fields (wire/account/account-fields.ts). A type defines the empty
 * value and the schema. The rules define who may see and set a field, and where it can be searched.
 */
export interface AccountRules {
  /**
   * The right to see, find or set the field; without it the field is null. If omitted, everybody
   * who sees the account sees the field.
   */
  readonly right?: Right
  /** True if only staff see the field, and never the client. */
  readonly isOfStaff?: true
  /**
   * True if a text without a right goes out to receivers of webhooks. Any other text of an account
   * is null for them.
   */
  readonly isSent?: true
  /** The schema for opening an account (by request or import) and for changing it. */
  readonly set?: TSchema
  /** The schema for changing an account, if the field cannot be set when it is opened. */
  readonly change?: TSchema
  /** The right to set the field, if it differs from the right to see it. */
  readonly rightToSet?: Right
  /**
   * True if windows can be filtered and sorted by the field. Texts, times and nullable fields then
   * need a database index, or are `scanned`: sorting by them examines all accounts within the
   * scope.
   */
  readonly inWindows?: true | 'scanned'
  /** True if windows show this integer as text. */
  readonly isTextInWindows?: true
  /** The field of the group that is shown instead of 0. */
  readonly ofGroup?: 'leverage'
  /** True if the database sets the value, so that new accounts do not contain it. */
  readonly isMade?: true
  /** The schema in answers, if it differs from the schema of the type. */
  readonly shown?: TSchema
}

export type AccountFieldKind = 'number' | 'text' | 'flag' | 'time' | 'list'

export interface AccountField extends AccountRules {
  readonly kind: AccountFieldKind
  readonly empty: unknown
  readonly shown: TSchema
}

function kindOf<Value>(kind: AccountFieldKind, empty: Value, shown: TSchema) {
  return <const Rules extends AccountRules>(rules: Rules) => ({ kind, empty, shown, ...rules })
}

export const number = kindOf<number>('number', 0, Type.Integer())
export const numberOrNone = kindOf<number | null>('number', null, Nullable(Type.Integer()))
export const text = kindOf<string>('text', '', AnyText)
export const yes = kindOf<boolean>('flag', true, Flag)
export const no = kindOf<boolean>('flag', false, Flag)
export const time = kindOf<number>('time', 0, Time)
export const timeOrNone = kindOf<number | null>('time', null, Nullable(Time))
export const texts = kindOf<readonly string[]>('list', [], Rows(AnyText))
