import type { Login, Minor, PricePts, Rate, Side, UnixMs, VolumeUnits } from '../../units.js'
import type { Reason } from '../event.js'

export interface Position {
  /** The id of the order that opened it. */
  readonly id: number
  readonly symbolId: number
  readonly side: Side
  volume: VolumeUnits
  readonly priceOpen: PricePts
  /**
   * The rate from margin currency to deposit currency at the time of opening, which the position
   * keeps.
   */
  readonly rateMargin: Rate
  swap: Minor
  readonly openedAt: UnixMs
  readonly reason: Reason
  comment: string
  version: number
  /** 0 for none. */
  stopLoss: PricePts
  takeProfit: PricePts
  trailingPts: number
  /** See `PositionEvent`. */
  readonly openRest: number
  readonly dealer: Login
}

/** The open positions of one symbol, summed, so that margin and profit cost the same for 1 and 10,000. */
export interface Exposure {
  readonly symbolId: number
  readonly count: number
  readonly buyVolume: VolumeUnits
  readonly sellVolume: VolumeUnits
  /** The sum of volume x open price, per side. */
  readonly buyValue: bigint
  readonly sellValue: bigint
  /** The sum of volume x margin rate, per side. */
  readonly buyRate: bigint
  readonly sellRate: bigint
  /** The sum of the positions' swaps, in minor units. */
  readonly swap: Minor
}
