import type { Decided } from '../engine/account/decide.js'
import { availableForMargin } from '../engine/account/money.js'
import { marginAfter } from '../engine/account/preview.js'
import type { Account } from '../engine/account/state.js'
import type { GroupSpec } from '../engine/book.js'
import { type Minor, VOLUME_DIGITS } from '../engine/units.js'
import { key, writePrice } from '../wire/views.js'
import type { FrameWriter, Key } from '../wire/writer.js'
import type { ShardCore } from './shard-core.js'
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
  const available = availableForMargin(account, core.book, group, core.prices)
  const base = available === undefined ? undefined : available + chargesOf(decided)
  const margin = marginAfter(account, core.book, group, core.prices, decided)
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

/** The commissions of its deals; costs are negative. */
function chargesOf(decided: Decided): Minor {
  let sum = 0
  for (const event of decided) {
    if (event.type === 'deal') sum += event.commission + event.commissionDue
  }
  return sum
}
