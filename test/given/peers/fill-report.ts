import type { FixMessage } from '../../../wire/fix/codec/message.js'
import type { FixField } from '../../../wire/fix/codec/write.js'

/** A provider's report that it filled half a lot of an order, a hundred times off the market: such a fill is held. */
export function fillReport(order: FixMessage, execution: string): readonly FixField[] {
  return [
    [37, 'LP-1'],
    [11, order.text(11)],
    [55, order.text(55)],
    [54, order.text(54)],
    [17, execution],
    [150, 'F'],
    [39, '2'],
    [32, '50000'],
    [31, '117.00'],
    [14, '50000'],
    [151, '0'],
    [6, '117.00'],
  ]
}
