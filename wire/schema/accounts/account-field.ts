import type { Right } from '../../../engine/access/rights.js'
import { AnyText, Flag, Rows, Time, type TSchema } from '../scalars.js'
import { Type } from '../type.js'

/**
 * The kinds of fields that an account is made of (wire/schema/accounts/account-fields.ts). A kind says what a field is empty,
 * which is its type, too, and what it is in the documents; the rules say who sees it, who sets it and where it is found.
 */
export interface AccountRules {
  /** The right to see, find or set the field; it reads null without it. Absent: whoever sees the account sees it. */
  readonly right?: Right
  /** Staff keep it about the account: its holder is never told. */
  readonly isOfStaff?: true
  /** Taken when an account is opened, by hand or by an import, and when it is changed. */
  readonly set?: TSchema
  /** Taken when an account is changed alone. */
  readonly change?: TSchema
  /** The right to set it, where it is not the one to see it. */
  readonly rightToSet?: Right
  /**
   * Windows are filtered by it and put in its order. Texts, times and what may be null need an index for that, or are
   * `scanned`: whoever asks for their order has all accounts in scope looked at.
   */
  readonly inWindows?: true | 'scanned'
  /** A whole number that rows of windows have as text. */
  readonly isTextInWindows?: true
  /** The group's field that is shown in place of a 0. */
  readonly ofGroup?: 'leverage'
  /** Made by the tables: nobody hands it over with a new account. */
  readonly isMade?: true
  /** The schema in answers, where that of its kind does not say it well enough. */
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

const orNone = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()])

export const number = kindOf<number>('number', 0, Type.Integer())
export const numberOrNone = kindOf<number | null>('number', null, orNone(Type.Integer()))
export const text = kindOf<string>('text', '', AnyText)
export const yes = kindOf<boolean>('flag', true, Flag)
export const no = kindOf<boolean>('flag', false, Flag)
export const time = kindOf<number>('time', 0, Time)
export const timeOrNone = kindOf<number | null>('time', null, orNone(Time))
export const texts = kindOf<readonly string[]>('list', [], Rows(AnyText))
