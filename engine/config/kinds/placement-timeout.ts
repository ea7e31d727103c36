import type { ConnectionParameter } from '../records/connection.js'
import { parameterValue } from './connection.js'
import { PLACEMENT_TIMEOUT, PLACEMENT_TIMEOUT_DEFAULT } from './fix-parameters.js'

/**
 * The seconds within which a provider must answer an order; the module's default if the list has
 * none.
 */
export function placementTimeoutSec(params: readonly ConnectionParameter[]): number {
  return Number(parameterValue(params, PLACEMENT_TIMEOUT) || PLACEMENT_TIMEOUT_DEFAULT)
}
