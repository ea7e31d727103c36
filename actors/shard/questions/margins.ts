import { leverageOf, marginBySymbol } from '../../../engine/account/money/margin.js'
import type { Account } from '../../../engine/account/state.js'
import { assert } from '../../../engine/assert.js'
import { groupOf } from '../../../engine/book/book.js'
import type { GroupSpec } from '../../../engine/book/compiled.js'
import { isRefusal } from '../../../engine/code.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import type { VolumeUnits } from '../../../engine/units.js'
import {
  type JsonValue,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
  jsonOf,
} from '../../../wire/format/json-parts.js'
import type { ShardOperations } from '../../../wire/thread/shard-messages.js'
import { moneyText } from '../../../wire/trade/views.js'
import { moneyOrNone } from '../account-money.js'
import type { ShardCore } from '../core.js'
import { SET_ASIDE } from '../log/quarantine.js'
import type { ShardAnswer } from './answer.js'

/**
 * The margin that the account needs for each symbol and the money that covers it, at one moment.
 */
export function answerMargin(
  core: ShardCore,
  { login }: ShardOperations['margin']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const money = moneyOrNone(core, account)
  if (money === undefined) return SET_ASIDE
  const group = groupOf(core.book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  const { currency, currencyDigits } = group
  const leverage = leverageOf(account, group)
  return {
    ok: true,
    text: jsonObject(
      jsonFields({ login, currency, leverage, margin_mode: group.record.margin_mode }),
      jsonField('money', moneyText(money, currencyDigits, account.seq, core.now)),
      jsonField('items', jsonList(rowsOf(core, account, group))),
    ),
  }
}

/** A row for each symbol with positions or charged orders, by name. */
function rowsOf(core: ShardCore, account: Account, group: GroupSpec): JsonValue[] {
  const { book } = core
  const { prices } = core.contextOf(account)
  const margins = marginBySymbol(account, book, group, prices)
  const ids = new Set([...account.exposures.keys(), ...account.pending.keys()])
  const symbols = [...ids].flatMap((id) => book.symbolsById.get(id) ?? [])
  return symbols
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ id, name }) => {
      const margin = margins === undefined ? undefined : (margins.get(id) ?? 0)
      return jsonOf({
        symbol: name,
        volume_buy: volumeText(account.exposures.volumeOf(id, 1)),
        volume_sell: volumeText(account.exposures.volumeOf(id, -1)),
        volume_orders: volumeText(restingVolume(account, id)),
        margin: margin === undefined ? null : textFromScaled(margin, group.currencyDigits),
      })
    })
}

function restingVolume({ pending }: Account, id: number): VolumeUnits {
  return (pending.get(id) ?? []).reduce((sum, { volume }) => sum + volume, 0)
}
