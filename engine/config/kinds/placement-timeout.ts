import type { ConnectionParameter } from '../records/connection.js'
import { parameterValue } from './connection.js'
import { PLACEMENT_TIMEOUT, PLACEMENT_TIMEOUT_DEFAULT } from './fix-parameters.js'

/**
 * Seconds in which a provider must answer an order. If the list lacks the parameter, the module's
 * default.
 */
export function placementTimeoutSec(params: readonly ConnectionParameter[]): number {
  return Number(parameterValue(params, PLACEMENT_TIMEOUT) || PLACEMENT_TIMEOUT_DEFAULT)
}
