import type { Book } from '../../book/compiled.js'
import type { Refusal } from '../../code.js'
import { refuseField } from '../../reasons/fault.js'
import { say } from '../../reasons/reasons.js'
import type { Side } from '../../units.js'
import type { OrderKind } from '../event.js'
import type { TradeRequest } from '../request.js'
import type { Account } from '../state.js'

/** The row that a request names, in its current state. */
interface NamedRow {
  readonly what: 'position' | 'order'
  readonly id: number
  readonly symbolId: number
  /** The correct side; 0 if either side is correct. */
  readonly side: Side | 0
  readonly kind: OrderKind
}

/**
 * Refuses a request whose optional fields differ from the position or order that it names. If that
 * does not exist, the decision refuses. For a close both sides are correct: the position's and the
 * closing order's.
 */
export function checkRepeatedFields(
  book: Book,
  account: Account,
  request: TradeRequest,
): Refusal | undefined {
  const { said } = request
  if (said === undefined) return undefined
  const named = namedBy(account, request)
  if (named === undefined) return undefined
  const { what, id, symbolId, side, kind } = named
  const name = book.symbolsById.get(symbolId)?.name ?? ''
  if (said.symbol !== '' && said.symbol.toLowerCase() !== name.toLowerCase()) {
    return refuseField('symbol', say(`field.${what}_symbol`, { id, symbol: name }))
  }
  if (said.side !== 0 && side !== 0 && said.side !== side) {
    return refuseField('side', say(`field.${what}_side`, { id, side: side === 1 ? 'buy' : 'sell' }))
  }
  if (said.orderKind !== '' && said.orderKind !== kind) {
    return refuseField(
      'order_kind',
      say(`field.${what}_kind`, { id, kind: kind.replace('_', ' ') }),
    )
  }
  return undefined
}

function namedBy(account: Account, request: TradeRequest): NamedRow | undefined {
  switch (request.kind) {
    case 'close':
    case 'close_by':
    case 'stops': {
      const position = account.positions.get(request.positionId)
      if (position === undefined) return undefined
      const side = request.kind === 'stops' ? position.side : 0
      const { id, symbolId } = position
      return { what: 'position', id, symbolId, side, kind: 'market' }
    }
    case 'change':
    case 'delete': {
      const order = account.orders.get(request.orderId)
      return order && { what: 'order', ...order }
    }
    default:
      return undefined
  }
}
