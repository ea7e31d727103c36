import type { Account } from '../../../engine/account/state.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { deviationOf } from '../../../engine/book/dealing-deviation.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import type { DealingRow, DealtAccount } from '../../../wire/thread/dealing.js'
import type { Clock } from '../../thread/clock.js'
import { moneyOrNone } from '../account-money.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest, WithDealersState } from './parked-requests.js'

/** A waiting request as dealers see it, with the current market and account. */
export function dealingRow(
  core: AccountBooks,
  clock: Clock,
  { id, account, asked }: ParkedRequest,
  { wait, queue }: Pick<WithDealersState, 'wait' | 'queue'>,
): DealingRow {
  const { symbol, ruleId } = wait
  const { exposures } = account
  const quote = core.contextOf(account).prices.quote(symbol.id)
  const text = (price: number) => textFromScaled(price, symbol.digits)
  const now = clock.monotonic()
  const since = Math.floor(now - queue.since)
  return {
    id,
    login: account.login,
    group: account.groupPath,
    symbol: symbol.name,
    request: asked,
    rule_id: ruleId,
    account: accountNow(core, account),
    deviation_pct: deviationOf(core.book),
    net_volume: volumeText(exposures.volumeOf(symbol.id, 1) - exposures.volumeOf(symbol.id, -1)),
    bid: quote === undefined ? null : text(quote.bid),
    ask: quote === undefined ? null : text(quote.ask),
    taken_by: queue.takenBy,
    at: new Date(core.now - since).toISOString(),
    since_ms: since,
    expires_at: new Date(core.now + queue.until - now).toISOString(),
  }
}

function accountNow(core: AccountBooks, account: Account): DealtAccount {
  const { equity = null, marginLevel = null } = moneyOrNone(core, account) ?? {}
  const digits = moneyDigitsOf(core.book, account.groupPath)
  return {
    equity: equity === null ? null : textFromScaled(equity, digits),
    margin_level: marginLevel === null ? null : textFromScaled(marginLevel, 2),
  }
}
