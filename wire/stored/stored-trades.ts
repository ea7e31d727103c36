import type { DealEvent } from '../../engine/account/event.js'
import type { Login, Minor, PricePts, Side, UnixMs, VolumeUnits } from '../../engine/units.js'

/** A deal with the account it belongs to and the account's `seq` it was told under. */
export interface StoredDeal extends DealEvent {
  readonly login: Login
  readonly seq: number
}

/** A position that is closed, with what its deals came to. */
export interface ClosedPosition {
  readonly id: number
  readonly login: Login
  readonly symbolId: number
  readonly side: Side
  /** The whole volume that was closed, over all partial closes. */
  readonly volume: VolumeUnits
  readonly priceOpen: PricePts
  /** The price of the last close. */
  readonly priceClose: PricePts
  readonly openedAt: UnixMs
  readonly closedAt: UnixMs
  readonly profit: Minor
  readonly commission: Minor
  readonly fee: Minor
  readonly swap: Minor
  /** The reason for which it was opened. */
  readonly reason: string
  /** The reason of its last deal; empty where it was closed before that was kept. */
  readonly closeReason: string
  readonly comment: string
  readonly version: number
  /** Staff login that opened it; 0 is none. */
  readonly dealer: Login
}
