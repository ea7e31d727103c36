import type { AccountEvents } from '../../engine/account/decision.js'
import { availableForMargin } from '../../engine/account/money/money.js'
import { marginAfter } from '../../engine/account/money/preview.js'
import type { Account } from '../../engine/account/state.js'
import type { GroupSpec } from '../../engine/book/compiled.js'
import type { Minor } from '../../engine/units.js'
import type { TradeCheck } from '../../wire/row/rows.js'
import type { ShardCore } from './core.js'
import { outcomeOf } from './trade-answer.js'

/** What a trade request would come to: nothing of it is done. */
export function tradeCheck(
  core: ShardCore,
  account: Account,
  group: GroupSpec,
  decided: AccountEvents,
): TradeCheck {
  const base = baseAfter(core, account, group, decided)
  const margin = marginAfter(account, core.book, group, core.contextOf(account).prices, decided)
  const { volume, price, bid, ask, digits } = outcomeOf(core.book, decided)
  const marginFree = base === undefined || margin === undefined ? null : base - margin
  return { volume, price, bid, ask, digits, margin: margin ?? null, marginFree }
}

/**
 * What margin may be taken from once the deals are made: what they realise is in the balance then, and
 * floats no more. The group's way to count what floats may see the two otherwise.
 */
function baseAfter(
  core: ShardCore,
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
