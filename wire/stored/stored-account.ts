import type { Login, Minor, UnixMs } from '../../engine/units.js'
import type { AccountFields, FieldsWith } from '../schema/accounts/account-fields.js'
import type { TSchema } from '../schema/scalars.js'

/** An account as the desk keeps it. Its money is `StoredAccountState`, the shard's. */
export type StoredAccount = {
  readonly [Name in keyof AccountFields]: AccountFields[Name]['empty']
}

/** First and last name as letters and pages write them; empty if the account has none. */
export function fullName({ name, last_name }: Pick<StoredAccount, 'name' | 'last_name'>): string {
  return [name, last_name].filter((part) => part !== '').join(' ')
}

/** Fields of an account that may be given when it is opened. */
export type AccountDetails = Pick<StoredAccount, FieldsWith<{ readonly set: TSchema }>>

/** Fields of an account that may be given later. */
export type AccountEdits = AccountDetails &
  Pick<StoredAccount, FieldsWith<{ readonly change: TSchema }>>

/** The trading state as of the projection. */
export interface StoredAccountState {
  readonly login: Login
  readonly balance: Minor
  readonly credit: Minor
  readonly seq: number
  /** Log sequence of the account's newest projected record. */
  readonly recordSeq: number
  readonly commissionDue: Minor
  readonly inMarginCall: boolean
  /** The server's date of its newest day end, in days since 1970; 0 before its first. */
  readonly day: number
  /** See `Account`. */
  readonly nightThrough: number
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  /** When its first record was made; 0 where that was before it was kept. */
  readonly firstAt: UnixMs
}

/** The state of an account without a record. */
export function emptyState(login: Login): StoredAccountState {
  return {
    login,
    balance: 0,
    credit: 0,
    seq: 0,
    recordSeq: 0,
    commissionDue: 0,
    inMarginCall: false,
    day: 0,
    nightThrough: 0,
    balancePrevDay: 0,
    balancePrevMonth: 0,
    firstAt: 0,
  }
}
