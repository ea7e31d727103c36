import type { Login, Minor, UnixMs } from '../../engine/units.js'
import type { TSchema } from '../types/scalars.js'
import type { AccountFields, FieldsWith } from './account-fields.js'

/** An account as the desk stores it. Its money is in `StoredAccountState`, which the shard stores. */
export type StoredAccount = {
  readonly [Name in keyof AccountFields]: AccountFields[Name]['empty']
}

/** The first and last name combined; empty if the account has none. */
export function fullName({ name, last_name }: Pick<StoredAccount, 'name' | 'last_name'>): string {
  return [name, last_name].filter((part) => part !== '').join(' ')
}

/** The fields that can be set when an account is opened. */
export type AccountDetails = Pick<StoredAccount, FieldsWith<{ readonly set: TSchema }>>

/** The fields that can be changed later. */
export type AccountEdits = AccountDetails &
  Pick<StoredAccount, FieldsWith<{ readonly change: TSchema }>>

/** The trading state of an account as projected into the database. */
export interface StoredAccountState {
  readonly login: Login
  readonly balance: Minor
  readonly credit: Minor
  readonly seq: number
  /** The log sequence number of the account's latest projected record. */
  readonly recordSeq: number
  readonly commissionDue: Minor
  readonly inMarginCall: boolean
  /** The server date of its latest day end in days since 1970; 0 before the first. */
  readonly day: number
  /** See `Account`. */
  readonly nightThrough: number
  readonly balancePrevDay: Minor
  readonly balancePrevMonth: Minor
  /** The time of its first record; 0 if the record is older than this field. */
  readonly firstAt: UnixMs
}

/** The state of an account without records. */
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
