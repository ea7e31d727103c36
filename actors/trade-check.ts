import type { Decision } from '../engine/account/decide.js'
import { availableForMargin } from '../engine/account/money.js'
import { marginAfter } from '../engine/account/preview.js'
import type { Account } from '../engine/account/state.js'
import type { GroupSpec } from '../engine/book.js'
import { VOLUME_DIGITS } from '../engine/units.js'
import { key } from '../wire/views.js'
import type { FrameWriter, Key } from '../wire/writer.js'
import type { ShardCore } from './shard-core.js'

/** What a trade request would come to: nothing of it is done. */
export function writeTradeCheck(
  w: FrameWriter,
  core: ShardCore,
  account: Account,
  group: GroupSpec,
  decision: Decision,
  under?: Key,
): void {
  const base = availableForMargin(account, core.book, group, core.prices)
  const margin = marginAfter(account, core.book, group, core.prices, decision.events)
  w.map(6, under)
  w.trimmed(key('volume'), decision.volume, VOLUME_DIGITS)
  w.scaled(key('price'), decision.price, decision.digits)
  w.scaled(key('bid'), decision.bid, decision.digits)
  w.scaled(key('ask'), decision.ask, decision.digits)
  if (margin === undefined) w.none(key('margin'))
  else w.scaled(key('margin'), margin, group.currencyDigits)
  if (base === undefined || margin === undefined) w.none(key('margin_free'))
  else w.scaled(key('margin_free'), base - margin, group.currencyDigits)
  w.endMap()
}
