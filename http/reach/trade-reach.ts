import { groupOf, symbolByName } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { type TradesAsk, type TradesReach, tradesReachIn } from '../../engine/book/trades-reach.js'
import type { Session } from '../exchange/session.js'
import { reachOf } from './group-reach.js'

export function tradesReach(session: Session, book: Book, asked: TradesAsk): TradesReach {
  return tradesReachIn(book, reachOf(session), asked)
}

export function isWithin({ groups }: TradesReach, book: Book, path: string): boolean {
  const group = groupOf(book, path)
  return group !== undefined && groups.includes(group.path)
}

const NO_SUCH_SYMBOL = -1

/** The id of the symbol with this name, ignoring case. An unknown name matches no rows. */
export function requestedSymbol(book: Book, name: string | undefined): { symbolId?: number } {
  if (name === undefined) return {}
  return { symbolId: symbolByName(book, name)?.id ?? NO_SUCH_SYMBOL }
}
