import type { Book } from '../../book/compiled.js'
import { type Refusal, refuse } from '../../code.js'
import type { Side } from '../../units.js'
import type { OrderKind } from '../event.js'
import type { TradeRequest } from '../request.js'
import type { Account } from '../state.js'

/** The row that a request names, as it is. */
interface NamedRow {
  readonly what: string
  readonly symbolId: number
  /** 0 where either side is one of it. */
  readonly side: Side | 0
  readonly kind: OrderKind
}

/**
 * Refuses a request that says anything wrong of the position or order that it names. Where that is not there,
 * the decision says so. A close has both sides: the position's, and that of the order which closes it.
 */
export function checkSaid(
  book: Book,
  account: Account,
  request: TradeRequest,
): Refusal | undefined {
  const { said } = request
  if (said === undefined) return undefined
  const named = namedBy(account, request)
  if (named === undefined) return undefined
  const { what, symbolId, side, kind } = named
  const name = book.symbolsById.get(symbolId)?.name ?? ''
  if (said.symbol !== '' && said.symbol.toLowerCase() !== name.toLowerCase()) {
    return refuse('invalid_input', `symbol: ${what} is of ${name}`)
  }
  if (said.side !== 0 && side !== 0 && said.side !== side) {
    return refuse('invalid_input', `side: ${what} is a ${side === 1 ? 'buy' : 'sell'}`)
  }
  if (said.orderKind !== '' && said.orderKind !== kind) {
    return refuse('invalid_input', `order_kind: ${what} is a ${kind.replace('_', ' ')}`)
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
      const what = `position ${position.id}`
      return { what, symbolId: position.symbolId, side, kind: 'market' }
    }
    case 'change':
    case 'delete': {
      const order = account.orders.get(request.orderId)
      return order && { what: `order ${order.id}`, ...order }
    }
    default:
      return undefined
  }
}
