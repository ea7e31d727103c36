import type { FixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'

/** Far off the market: such a fill is held. */
const FAR = '117.00'
const HALF_A_LOT = '50000'

/** A provider's report that it filled a quantity of an order at a price. */
export function fillReport(
  order: FixMessage,
  execution: string,
  price = FAR,
  quantity = HALF_A_LOT,
): readonly FixField[] {
  return [
    [37, 'LP-1'],
    [11, order.text(11)],
    [55, order.text(55)],
    [54, order.text(54)],
    [17, execution],
    [150, 'F'],
    [39, '2'],
    [32, quantity],
    [31, price],
    [14, quantity],
    [151, '0'],
    [6, price],
  ]
}
