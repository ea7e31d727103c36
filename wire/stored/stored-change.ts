import { EXPIRATIONS, type Expiration, type OrderEvent } from '../../engine/account/event.js'
import type { Login, UnixMs } from '../../engine/units.js'

/** Stored by place, as the list after it: only append. */
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

/** Who changed a field, as answers name it. */
export const ANSWERED_BY = ['client', 'dealer', 'rule', 'server'] as const
/** `trailing` is a step of a trailing stop, which the server makes. */
export const CHANGED_BY = [...ANSWERED_BY, 'trailing'] as const
export type ChangedBy = (typeof CHANGED_BY)[number]

/** The terms of an order that waits, whose changes are kept. */
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

/** One field of a position or of an order that waits, given or changed. */
export interface StoredChange {
  /** Of the position, or of the order: they share their numbers. */
  readonly id: number
  readonly ofOrder: boolean
  /** The account's, under which the row that has it was told. */
  readonly seq: number
  readonly field: ChangeField
  readonly login: Login
  readonly at: UnixMs
  /** 0 is none. An expiration is its place in the list and 1. */
  readonly old: number
  readonly new: number
  readonly by: ChangedBy
  /** Staff login; 0 is none. */
  readonly actor: Login
  /** Names of the request, in the caller's words and in the server's; empty is none. */
  readonly clientOrderId: string
  readonly requestId: string
}

/** Steps of a trailing stop within this time are one change. */
export const TRAILING_STEP_MS = 10_000

export function expirationNumber(expiration: Expiration): number {
  return EXPIRATIONS.indexOf(expiration) + 1
}

export function expirationOf(stored: number): Expiration | null {
  return EXPIRATIONS[stored - 1] ?? null
}
