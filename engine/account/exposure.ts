import { assert } from '../assert.js'
import { type Account, type Exposure, NO_POSITIONS, type Position } from './state.js'

/**
 * Keeps A3: an exposure is the fold of the open positions of its symbol, and one without positions
 * is gone. The sums are integers, so taking a position out leaves exactly what was there before.
 */

/** Adds an open position to the account. */
export function holdPosition(account: Account, position: Position): void {
  if (account.positions === NO_POSITIONS) {
    account.positions = new Map()
    account.exposures = new Map()
  }
  account.positions.set(position.id, position)
  addToExposures(account.exposures, position)
}

/** Takes it out again, as it was added. */
export function dropPosition(account: Account, position: Position): void {
  removeFromExposures(account.exposures, position)
  account.positions.delete(position.id)
}

/** Adds a position as it stands now. */
export function addToExposures(exposures: Map<number, Exposure>, position: Position): void {
  let exposure = exposures.get(position.symbolId)
  if (exposure === undefined) {
    exposure = emptyExposure(position.symbolId)
    exposures.set(position.symbolId, exposure)
  }
  addToExposure(exposure, position)
}

/** Takes out a position as it was added: before its volume or swap changes, not after. */
export function removeFromExposures(exposures: Map<number, Exposure>, position: Position): void {
  const exposure = exposures.get(position.symbolId)
  assert(exposure !== undefined, 'an open position is in the exposure of its symbol')
  removeFromExposure(exposure, position)
  if (exposure.count === 0) exposures.delete(position.symbolId)
}

export function emptyExposure(symbolId: number): Exposure {
  return {
    symbolId,
    count: 0,
    buyVolume: 0,
    sellVolume: 0,
    buyValue: 0n,
    sellValue: 0n,
    buyRate: 0n,
    sellRate: 0n,
    swap: 0,
  }
}

export function addToExposure(exposure: Exposure, position: Position): void {
  move(exposure, position, 1)
}

export function removeFromExposure(exposure: Exposure, position: Position): void {
  move(exposure, position, -1)
  assert(exposure.count >= 0, 'an exposure gives back only what it took')
  assert(exposure.buyVolume >= 0 && exposure.sellVolume >= 0, 'an exposure has no negative volume')
}

function move(exposure: Exposure, position: Position, direction: 1 | -1): void {
  const volume = direction * position.volume
  const wide = BigInt(volume)
  const value = wide * BigInt(position.priceOpen) + BigInt(direction * position.openRest)
  exposure.count += direction
  exposure.swap += direction * position.swap
  if (position.side === 1) {
    exposure.buyVolume += volume
    exposure.buyValue += value
    exposure.buyRate += wide * position.rateMargin
  } else {
    exposure.sellVolume += volume
    exposure.sellValue += value
    exposure.sellRate += wide * position.rateMargin
  }
}
