import { connectionValues } from './values/connections.js'
import { fieldTypeValues } from './values/field-types.js'
import { orderValues } from './values/orders.js'
import { rightValues } from './values/rights.js'
import { routingValues } from './values/routing.js'
import { serverValues } from './values/servers.js'
import { symbolValues } from './values/symbols.js'
import { tradeValues } from './values/trades.js'
import { transferValues } from './values/transfer.js'
import { workValues } from './values/work.js'
import type { Words } from './words.js'

/**
 * What the values of fields mean that take one of a few words. By `field.value` where the field matters (`kind.stop`), else by the
 * value alone, which then means the same in every field that has it; the longer key is looked up first.
 */
export const VALUE_WORDS: Readonly<Record<string, Words>> = {
  ...orderValues,
  ...tradeValues,
  ...symbolValues,
  ...routingValues,
  ...connectionValues,
  ...serverValues,
  ...transferValues,
  ...workValues,
  ...rightValues,
  ...fieldTypeValues,
}
