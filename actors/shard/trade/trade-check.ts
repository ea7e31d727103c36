import type { AccountEvents } from '../../../engine/account/decision.js'
import { accountMargin } from '../../../engine/account/money/margin.js'
import { availableForMargin } from '../../../engine/account/money/money.js'
import { marginAfter } from '../../../engine/account/money/preview.js'
import { type WhatIf, whatIf } from '../../../engine/account/money/what-if.js'
import { outlookOf } from '../../../engine/account/rules/prospect.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { groupOf } from '../../../engine/book/book.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { symbolOfGroup } from '../../../engine/book/group-symbols.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Minor } from '../../../engine/units.js'
import type { TradeCheck } from '../../../wire/row/rows.js'
import type { CheckAsk } from '../../../wire/trade/trade-question.js'
import { type TradeAsker, tradeOf } from '../../../wire/trade/trade-request.js'
import { outcomeOf } from '../outcomes/trade-answer.js'
import { withRiskVolume } from './risk-volume.js'
import { checkTrade, type TradingBooks } from './trade.js'

/** The outcome that a trade request would have. Nothing is changed. */
function tradeCheck(
  core: TradingBooks,
  account: Account,
  group: GroupSpec,
  decided: AccountEvents,
): TradeCheck {
  const base = baseAfter(core, account, group, decided)
  const margin = marginAfter(account, core.book, group, core.contextOf(account).prices, decided)
  const { volume, price, digits, ...dealt } = outcomeOf(core.book, decided)
  const { bid, ask } = dealt.bid === 0 ? marketOf(core, account, decided) : dealt
  const marginFree = base === undefined || margin === undefined ? null : base - margin
  const held = accountMargin(account, core.book, group, core.contextOf(account).prices)
  const orderMargin = margin === undefined || held === undefined ? null : margin - held
  const figures = { volume, price, bid, ask, digits, margin: margin ?? null, marginFree }
  return { ...figures, orderMargin, ...whatIfOf(core, account, group, decided) }
}

/**
 * The market as the account's group sees it, for a trade without a deal; 0 if there is no price.
 */
function marketOf(core: TradingBooks, account: Account, [first]: AccountEvents) {
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  return core.contextOf(account).prices.quote(first.symbolId) ?? { bid: 0, ask: 0 }
}

function whatIfOf(
  core: TradingBooks,
  account: Account,
  group: GroupSpec,
  decided: AccountEvents,
): WhatIf {
  const [first] = decided
  assert(first !== undefined && 'symbolId' in first, 'an accepted request does something')
  const listed = core.book.symbolsById.get(first.symbolId)
  assert(listed !== undefined, 'what is traded is in the settings')
  const { prices } = core.contextOf(account)
  const outlook = outlookOf(account, group, decided)
  return whatIf({ group, book: core.book, prices }, symbolOfGroup(group, listed), decided, outlook)
}

/**
 * Checks a request: decides it like the shard would, and discards the decision. With `risk` it
 * first computes the volume.
 */
export function checkAnswer(
  core: TradingBooks,
  account: Account,
  { fields, risk }: CheckAsk,
  by: TradeAsker,
): { readonly ok: true; readonly check: TradeCheck; readonly moneyDigits: number } | Refusal {
  const group = groupOf(core.book, account.groupPath)
  if (group === undefined) return because('trade.disabled.group')
  const body = risk === undefined ? fields : withRiskVolume(core, account, group, fields, risk)
  if (isRefusal(body)) return body
  const parsed = tradeOf(body, by)
  if (!parsed.ok) return parsed
  const decided = checkTrade(core, account, parsed)
  if (isRefusal(decided)) return decided
  const check = tradeCheck(core, account, group, decided)
  return { ok: true, check, moneyDigits: group.currencyDigits }
}

/**
 * The money from which margin is taken after the deals: their profit is then in the balance and no
 * longer floating. A group may count floating and realised profit differently.
 */
function baseAfter(
  core: TradingBooks,
  account: Account,
  group: GroupSpec,
  decided: AccountEvents,
): Minor | undefined {
  let [settled, charged] = [0, 0]
  for (const event of decided) {
    if (event.type !== 'deal') continue
    settled += event.profit + event.swap
    charged += event.commission + event.commissionDue + event.fee
  }
  const base = availableForMargin(
    account,
    core.book,
    group,
    core.contextOf(account).prices,
    settled,
  )
  return base === undefined ? undefined : base + charged
}
