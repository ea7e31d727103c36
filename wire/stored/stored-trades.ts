import type { DealEvent } from '../../engine/account/event.js'
import type { Login, Minor, PricePts, Side, UnixMs, VolumeUnits } from '../../engine/units.js'

/** A deal with its account, and the account's `seq` of the event that reported it. */
export interface StoredDeal extends DealEvent {
  readonly login: Login
  readonly seq: number
}

/** A closed position with the sums of its deals. */
export interface ClosedPosition {
  readonly id: number
  readonly login: Login
  readonly symbolId: number
  readonly side: Side
  /** The total closed volume, over all partial closes. */
  readonly volume: VolumeUnits
  readonly priceOpen: PricePts
  readonly priceClose: PricePts
  readonly openedAt: UnixMs
  readonly closedAt: UnixMs
  readonly profit: Minor
  readonly commission: Minor
  readonly fee: Minor
  readonly swap: Minor
  /** The reason why it was opened. */
  readonly reason: string
  /** The reason of its last deal; empty for positions closed before this field existed. */
  readonly closeReason: string
  readonly comment: string
  readonly version: number
  /** The login of the dealer who opened it; 0 means none. */
  readonly dealer: Login
}
