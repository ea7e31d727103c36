import { plantedInDays } from './planted-days.js'
import { plantedInLog } from './planted-log.js'
import { plantedInMoney } from './planted-money.js'
import { plantedInOrders } from './planted-orders.js'
import { plantedInSettings } from './planted-settings.js'
import { plantedInStanding } from './planted-standing.js'
import type { Sabotage } from './sabotage.js'

/**
 * Ways to break the product on purpose, to see that the simulator finds each of them. A lie that
 * memory, log and clients share must be found by what is right, not by a difference between them.
 */
export function planted(): Sabotage[] {
  return [
    ...plantedInLog(),
    ...plantedInOrders(),
    ...plantedInMoney(),
    ...plantedInStanding(),
    ...plantedInDays(),
    ...plantedInSettings(),
  ]
}
