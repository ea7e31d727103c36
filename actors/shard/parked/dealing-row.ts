import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { DealingRow } from '../../../wire/thread/dealing.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest, WithDealersState } from './parked-requests.js'

/** A request that waits, as dealers are shown it. */
export function dealingRow(
  core: AccountBooks,
  clock: Clock,
  { id, account, asked }: ParkedRequest,
  { wait, queue }: Pick<WithDealersState, 'wait' | 'queue'>,
): DealingRow {
  const { symbol } = wait
  const quote = core.contextOf(account).prices.quote(symbol.id)
  const text = (price: number) => textFromScaled(price, symbol.digits)
  const left = queue.until - clock.monotonic()
  return {
    id,
    login: account.login,
    group: account.groupPath,
    symbol: symbol.name,
    request: asked,
    bid: quote === undefined ? null : text(quote.bid),
    ask: quote === undefined ? null : text(quote.ask),
    taken_by: queue.takenBy,
    expires_at: new Date(core.now + left).toISOString(),
  }
}
