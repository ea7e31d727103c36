import { EXPIRATIONS, type Expiration, type OrderEvent } from '../../engine/account/event.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** Values are stored as indexes in these two lists, so only append to them. */
export const CHANGE_FIELDS = [
  'price',
  'trigger_price',
  'stop_loss',
  'take_profit',
  'trailing_pts',
  'volume_current',
  'expiration',
  'expires_at',
] as const
export type ChangeField = (typeof CHANGE_FIELDS)[number]

/** The authors of a change, as shown in answers. */
export const ANSWERED_BY = ['client', 'dealer', 'rule', 'server'] as const
/** `trailing` is a step of a trailing stop, made by the server. */
export const CHANGED_BY = [...ANSWERED_BY, 'trailing'] as const
export type ChangedBy = (typeof CHANGED_BY)[number]

/** The terms of a pending order whose changes are recorded. */
export type OrderTerms = Pick<
  OrderEvent,
  | 'price'
  | 'triggerPrice'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailingPts'
  | 'volumeCurrent'
  | 'expiration'
  | 'expiresAt'
>

/** A value of a field of a position or pending order that was set or changed. */
export interface StoredChange {
  /** The id of the position or order; they share one sequence of ids. */
  readonly id: number
  readonly ofOrder: boolean
  /** The account's `seq` of the event with the change. */
  readonly seq: number
  readonly field: ChangeField
  readonly login: Login
  readonly at: UnixMs
  /** The value before; 0 means none. An expiration is stored as its index plus 1. */
  readonly old: number
  readonly new: number
  readonly by: ChangedBy
  /** The login of the staff user; 0 means none. */
  readonly actor: Login
  /** The client's id and the server's id of the request; empty if there is none. */
  readonly clientOrderId: string
  readonly requestId: string
}

/** Steps of a trailing stop within this time are recorded as a single change. */
export const TRAILING_STEP_MS = 10_000

export function expirationNumber(expiration: Expiration): number {
  return EXPIRATIONS.indexOf(expiration) + 1
}

export function expirationOf(stored: number): Expiration | null {
  return EXPIRATIONS[stored - 1] ?? null
}
