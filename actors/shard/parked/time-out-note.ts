import type { JournalNote } from '../../../engine/account/event.js'
import { volumeText } from '../../../engine/numbers/decimal.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest } from './parked-requests.js'

/**
 * The journal line for a request that nobody answered: its content, and the dealer who had taken
 * it.
 */
export function timeOutNote(core: AccountBooks, parked: ParkedRequest, why: string): JournalNote {
  const { account, state } = parked
  const dealer = state.is === 'with_dealers' ? (state.queue.takenBy ?? 0) : 0
  const who = dealer === 0 ? why : `Dealer ${dealer} took it and did not answer in time.`
  const text = `Account ${account.login}: ${askedText(core, parked)} has timed out. ${who}`
  return { actor: 0, kind: 'trade', text, ip: '', requestId: '' }
}

function askedText({ book }: AccountBooks, { account, id, asked, state }: ParkedRequest): string {
  const { kind, side, volume } = asked
  if ('wait' in state) return `${kind} request ${id} (${side} ${volume} ${state.wait.symbol.name})`
  const order = account.orders.get(id)
  if (order === undefined) return `request ${id}`
  const name = book.symbolsById.get(order.symbolId)?.name ?? `#${order.symbolId}`
  const way = order.side === 1 ? 'buy' : 'sell'
  return `request ${id} (${way} ${volumeText(order.volumeInitial)} ${name})`
}
