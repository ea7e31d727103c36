import type { OrderEvent } from '../../engine/account/event.js'
import type { HeldFill } from '../../engine/account/rules/at-provider/held-fills.js'
import { textFromScaled, volumeText } from '../../engine/numbers/decimal.js'
import { type JsonValue, jsonOf } from '../format/json-parts.js'
import { timeText } from '../format/time-text.js'
import type { RowHolder, RowSymbol } from '../row/row-facts.js'

/** A held fill in the form of the API. */
export function heldFillText(
  { id, version, gatewayId, side }: OrderEvent,
  { number, order, volume, price, bid, ask, why, at, execution, external, decision }: HeldFill,
  { login, group }: Pick<RowHolder, 'login' | 'group'>,
  { name, digits }: Pick<RowSymbol, 'name' | 'digits'>,
): JsonValue {
  const priceText = (points: number): string | null =>
    points === 0 ? null : textFromScaled(points, digits)
  return jsonOf({
    login,
    group,
    order_id: id,
    number,
    version,
    gateway_id: gatewayId,
    sent_order_id: order,
    symbol: name,
    digits,
    side: side === 1 ? 'buy' : 'sell',
    volume: volumeText(volume),
    price: priceText(price),
    bid: priceText(bid),
    ask: priceText(ask),
    why,
    at: timeText(at),
    execution_id: execution,
    external_id: external === '' ? null : external,
    decision: decision && {
      action: decision.action,
      at: timeText(decision.at),
      staff: decision.by,
      price: priceText(decision.price),
      reason: decision.reason === '' ? null : decision.reason,
    },
  })
}
