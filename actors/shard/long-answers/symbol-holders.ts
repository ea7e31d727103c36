import { netMove, symbolProfit } from '../../../engine/account/money/profit.js'
import type { Account } from '../../../engine/account/state.js'
import { groupOf } from '../../../engine/book/book.js'
import type { SymbolSpec } from '../../../engine/book/compiled.js'
import { factorsOf } from '../../../engine/book/symbol-factors.js'
import { textFromScaled, volumeText } from '../../../engine/numbers/decimal.js'
import { powerOfTen, roundedDivide } from '../../../engine/numbers/rounding.js'
import { because } from '../../../engine/reasons/reasons.js'
import { FIXED8_DIGITS, RATE_ONE } from '../../../engine/units.js'
import type { Holder, HoldersAnswer, HoldersAsk } from '../../../wire/thread/holders.js'
import { reachedGroups } from '../../../wire/thread/watched-accounts.js'
import type { ShardCore } from '../core.js'
import { FirstOf } from './first-of.js'
import type { HolderLook } from './holder-looks.js'

interface Found {
  readonly account: Account
  /** The absolute value of the figure to sort by. */
  readonly size: bigint
}

const UNKNOWN = because('not_found.symbol_gone')

/**
 * Finds the accounts with the largest holdings of a symbol, by lots or by profit. Profits are
 * compared in the symbol's profit currency, so that all accounts have the same unit, and shown in
 * the account's currency.
 */
export function symbolHoldersLook(core: ShardCore, asked: HoldersAsk): HolderLook {
  const { symbol_id: id, by, limit } = asked
  const reaches = reachedGroups(asked)
  const min = BigInt(asked.min)
  const found = new FirstOf<Found>(limit, (a, b) => {
    if (a.size !== b.size) return a.size > b.size ? -1 : 1
    return a.account.login - b.account.login
  })
  const sizeOf = (account: Account): bigint | undefined => {
    const { exposures } = account
    if (by === 'profit') return profitSize(core, account, id)
    const [bought, sold] = [exposures.volumeOf(id, 1), exposures.volumeOf(id, -1)]
    return BigInt(by === 'net' ? Math.abs(bought - sold) : bought + sold)
  }
  return {
    what: 'holders',
    look(account) {
      if (!account.exposures.has(id) || !reaches(account.groupPath)) return
      const size = sizeOf(account)
      if (size !== undefined && size >= min) found.put({ account, size })
    },
    answer() {
      const symbol = core.book.symbolsById.get(id)
      if (symbol === undefined) return UNKNOWN
      const byLogin = new Map(found.rows.map((one) => [one.account.login, one]))
      const rows = [...byLogin.values()].flatMap((one) => rowOf(core, symbol, one))
      const value: HoldersAnswer = { rows }
      return { ok: true, value }
    },
  }
}

/**
 * The absolute profit or loss in the symbol's profit currency, with 8 decimals; undefined while
 * there is no price.
 */
function profitSize(core: ShardCore, account: Account, id: number): bigint | undefined {
  const exposure = account.exposures.get(id)
  const symbol = core.book.symbolsById.get(id)
  const quote = core.contextOf(account).prices.quote(id)
  if (exposure === undefined || symbol === undefined || quote === undefined) return undefined
  const { numerator, denominator } = factorsOf(symbol).profit
  const amount = netMove(exposure, quote) * numerator * RATE_ONE * powerOfTen(FIXED8_DIGITS)
  const rounded = roundedDivide(amount, denominator)
  return rounded < 0n ? -rounded : rounded
}

/** The row of an account; empty if the account has closed its positions meanwhile. */
function rowOf(core: ShardCore, symbol: SymbolSpec, { account, size }: Found): Holder[] {
  const group = groupOf(core.book, account.groupPath)
  const exposure = account.exposures.get(symbol.id)
  if (group === undefined || exposure === undefined) return []
  const { buyVolume, sellVolume, count } = exposure
  const { prices } = core.contextOf(account)
  const profit = symbolProfit(account, symbol, core.book, group, prices)
  return [
    {
      login: account.login,
      group: account.groupPath,
      currency: group.currency,
      buy: volumeText(buyVolume),
      sell: volumeText(sellVolume),
      net: volumeText(buyVolume - sellVolume),
      profit: profit === undefined ? null : textFromScaled(profit, group.currencyDigits),
      positions: count,
      size: String(size),
    },
  ]
}
