import type { ConnectionParameter } from '../records/connection.js'
import { parameterValue } from './connection.js'
import { PLACEMENT_TIMEOUT, PLACEMENT_TIMEOUT_DEFAULT } from './fix-parameters.js'

/** The seconds that a provider has to answer an order; those of the module where the list has left them out. */
export function placementTimeoutSec(params: readonly ConnectionParameter[]): number {
  return Number(parameterValue(params, PLACEMENT_TIMEOUT) || PLACEMENT_TIMEOUT_DEFAULT)
}
