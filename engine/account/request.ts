import type { Login, Minor, Side, VolumeUnits } from '../units.js'
import type { BalanceAction, Reason } from './event.js'

/** A trade request after its schema was checked and its decimals became integers. */
export type TradeRequest = OpenRequest | CloseRequest

export interface OpenRequest {
  readonly kind: 'open'
  readonly symbol: string
  readonly side: Side
  readonly volume: VolumeUnits
  readonly filling: 'fok' | 'ioc' | 'return' | ''
  readonly comment: string
  readonly reason: Reason
}

export interface CloseRequest {
  readonly kind: 'close'
  readonly positionId: number
  /** 0 closes the whole position. */
  readonly volume: VolumeUnits
  readonly comment: string
  readonly reason: Reason
}

export interface BalanceRequest {
  readonly kind: 'balance'
  readonly login: Login
  readonly action: BalanceAction
  /** In minor units, signed as the client sent it. */
  readonly amount: Minor
  readonly comment: string
  readonly skipMarginCheck: boolean
}
