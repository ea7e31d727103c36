import { InvariantError } from '../assert.js'
import type { Login, Minor, UnixMs } from '../units.js'
import type { OrderEvent } from './event.js'
import { Exposures } from './holdings/exposures.js'
import { HeldPositions } from './holdings/held-positions.js'
import type { PendingLegs } from './holdings/pending-legs.js'

/**
 * A shard's state of one account. Only `apply` changes the trading part (balance, credit, seq,
 * positions, exposures); only a profile message from the desk changes the settings part.
 *
 *   A1. `seq` rises by one with every event that the account's terminals receive, without gaps.
 *   A2. `balance` is the sum of its deals' profit, swap, commission and fee.
 *   A3. An exposure is the sum of the open positions of its symbol; it is removed with the last
 *       one.
 *   A4. `pending` is the sum of the pending orders that reserve margin; a symbol without one is
 *       removed.
 */
export interface Account {
  readonly login: Login
  // Settings, owned by the desk (SQLite), sent to the shard when they change.
  groupPath: string
  leverage: number
  enabled: boolean
  tradingEnabled: boolean
  limitPositions: number
  limitOrders: number
  archived: boolean
  selfOpened: boolean
  // The trading state. Only records of the log change it.
  balance: Minor
  credit: Minor
  seq: number
  /**
   * Log sequence of the account's newest record, the head of its chain in the log; 0 if there is
   * none.
   */
  lastRecordSeq: number
  /**
   * The time when the account's first record was made; 0 if it has none, or if that time is
   * unknown.
   */
  firstAt: UnixMs
  /** Only `holdPosition` and `dropPosition` change this field. */
  positions: HeldPositions
  exposures: Exposures
  /** The pending orders. Like `pending`, changed only by `holdOrder` and `dropOrder`. */
  orders: Map<number, OrderEvent>
  pending: Map<number, PendingLegs>
  /** Commissions due at the day end; costs are negative. */
  commissionDue: Minor
  inMarginCall: boolean
  /** The server's date of the account's newest day end, in days since 1970; 0 before the first. */
  day: number
  /**
   * The last position whose swap is charged, while a day end takes several records; 0 otherwise.
   */
  nightThrough: number
  balancePrevDay: Minor
  balancePrevMonth: Minor
}

/** The account data that the desk sends to a shard. */
export interface AccountProfile {
  readonly login: Login
  readonly group: string
  readonly leverage: number
  readonly enabled: boolean
  readonly trading_enabled: boolean
  readonly limit_positions: number
  readonly limit_orders: number
  readonly archived: boolean
  /** True for a demo account that its owner opened. */
  readonly self_opened?: boolean
}

/** Most accounts hold nothing: they share these empty maps until their first position. */
class NothingHeld<Held> extends Map<number, Held> {
  override set(): never {
    throw new InvariantError('an account that holds nothing is given maps of its own first')
  }
}
export const NO_POSITIONS = new HeldPositions()
const NO_EXPOSURES = new Exposures()
export const NO_ORDERS: Map<number, OrderEvent> = new NothingHeld()
const NO_PENDING: Map<number, PendingLegs> = new NothingHeld()

export function emptyAccount(profile: AccountProfile): Account {
  return {
    login: profile.login,
    groupPath: profile.group,
    leverage: profile.leverage,
    enabled: profile.enabled,
    tradingEnabled: profile.trading_enabled,
    limitPositions: profile.limit_positions,
    limitOrders: profile.limit_orders,
    archived: profile.archived,
    selfOpened: profile.self_opened ?? false,
    balance: 0,
    credit: 0,
    seq: 0,
    lastRecordSeq: 0,
    firstAt: 0,
    positions: NO_POSITIONS,
    exposures: NO_EXPOSURES,
    orders: NO_ORDERS,
    pending: NO_PENDING,
    commissionDue: 0,
    inMarginCall: false,
    day: 0,
    nightThrough: 0,
    balancePrevDay: 0,
    balancePrevMonth: 0,
  }
}

/** Sets the settings part only: the trading part comes from the log. */
export function applyProfile(account: Account, profile: AccountProfile): void {
  account.groupPath = profile.group
  account.leverage = profile.leverage
  account.enabled = profile.enabled
  account.tradingEnabled = profile.trading_enabled
  account.limitPositions = profile.limit_positions
  account.limitOrders = profile.limit_orders
  account.archived = profile.archived
  account.selfOpened = profile.self_opened ?? false
}
