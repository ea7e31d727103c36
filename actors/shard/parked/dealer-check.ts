import { CANNOT_WAIT, isWaiting, NO_IDS } from '../../../engine/account/decision.js'
import { moneyOf } from '../../../engine/account/money/money.js'
import { accountAfter } from '../../../engine/account/money/preview.js'
import { moneyDigitsOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { DealingAfter } from '../../../wire/thread/dealing.js'
import {
  confirmation,
  isFill,
  type PricedAction,
  priceGiven,
  worseThanRequested,
} from './dealer-price.js'

/** The account after a possible confirmation: decided like the confirmation, but not written. */
export function dealerChecked(priced: PricedAction): { ok: true; value: DealingAfter } | Refusal {
  const { core, parked, state } = priced
  const { account } = parked
  const { prices } = core.contextOf(account)
  const price = priceGiven(priced, prices.quote(state.wait.symbol.id))
  if (typeof price !== 'number') return price
  const worse = worseThanRequested(priced, price)
  if (worse !== undefined) return worse
  const answer = confirmation(priced, price)
  const decided = core.parking.decide(parked, state.decide, { ...NO_IDS, answer })
  if (isRefusal(decided)) return decided
  if (isWaiting(decided)) return CANNOT_WAIT
  const money = moneyOf(accountAfter(account, decided), core.book, prices)
  const digits = moneyDigitsOf(core.book, account.groupPath)
  const text = (amount: number | null, of: number) =>
    amount === null ? null : textFromScaled(amount, of)
  const value = {
    id: parked.id,
    price: isFill(parked) ? textFromScaled(price, state.wait.symbol.digits) : null,
    equity: text(money.equity, digits),
    margin: text(money.margin, digits),
    margin_level: text(money.marginLevel, 2),
  }
  return { ok: true, value }
}
