import type { Decided } from '../../engine/account/decision.js'
import { availableForMargin } from '../../engine/account/money/money.js'
import { marginAfter } from '../../engine/account/money/preview.js'
import type { Account } from '../../engine/account/state.js'
import type { GroupSpec } from '../../engine/book/compiled.js'
import { type Minor, VOLUME_DIGITS } from '../../engine/units.js'
import type { FrameWriter, Key } from '../../wire/frame/frame-writer.js'
import { key, writePrice } from '../../wire/trade/views.js'
import type { ShardCore } from './core.js'
import { outcomeOf } from './trade-answer.js'

/** What a trade request would come to: nothing of it is done. */
export function writeTradeCheck(
  w: FrameWriter,
  core: ShardCore,
  account: Account,
  group: GroupSpec,
  decided: Decided,
  under?: Key,
): void {
  const base = baseAfter(core, account, group, decided)
  const margin = marginAfter(account, core.book, group, core.contextOf(account).prices, decided)
  const outcome = outcomeOf(core.book, decided)
  w.map(6, under)
  w.trimmed(key('volume'), outcome.volume, VOLUME_DIGITS)
  writePrice(w, key('price'), outcome.price, outcome.digits)
  writePrice(w, key('bid'), outcome.bid, outcome.digits)
  writePrice(w, key('ask'), outcome.ask, outcome.digits)
  if (margin === undefined) w.none(key('margin'))
  else w.scaled(key('margin'), margin, group.currencyDigits)
  if (base === undefined || margin === undefined) w.none(key('margin_free'))
  else w.scaled(key('margin_free'), base - margin, group.currencyDigits)
  w.endMap()
}

/**
 * What margin may be taken from once the deals are made: what they realise is in the balance then, and
 * floats no more. The group's way to count what floats may see the two otherwise.
 */
function baseAfter(
  core: ShardCore,
  account: Account,
  group: GroupSpec,
  decided: Decided,
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
