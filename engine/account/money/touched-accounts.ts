import { assert } from '../../assert.js'
import { groupOf } from '../../book/book.js'
import type { Book, GroupSpec, SymbolSpec } from '../../book/compiled.js'
import { conversionLegs } from '../../book/conversion.js'
import { symbolOfGroup } from '../../book/group-symbols.js'
import { tierRuleOf } from '../../book/leverage-tiers.js'
import type { Account } from '../state.js'
import { leverageOf } from './margin.js'

/** An account and the settings that apply to it. */
export interface MarginTerms {
  readonly account: Account
  readonly book: Book
}

/**
 * Finds whether changed settings may change the margin, equity or levels of an account that has
 * positions or orders.
 */
export class TouchedAccounts {
  /** Results by old group, new group and symbol. Few combinations exist. */
  readonly #symbols = new Map<string, boolean>()
  readonly #repriced: ReadonlySet<number>

  /** `repriced` are the symbols whose prices the changed settings move. */
  constructor(repriced: ReadonlySet<number>) {
    this.#repriced = repriced
  }

  touches(before: MarginTerms, after: MarginTerms): boolean {
    const [from, to] = [groupIn(before), groupIn(after)]
    if (!hasSameLevels(from, to)) return true
    if (leverageOf(before.account, from) !== leverageOf(after.account, to)) return true
    for (const symbolId of before.account.exposures.keys()) {
      if (this.#isOther(symbolId, before, from, after, to)) return true
    }
    return false
  }

  #isOther(
    id: number,
    before: MarginTerms,
    from: GroupSpec,
    after: MarginTerms,
    to: GroupSpec,
  ): boolean {
    const key = `${id}|${from.path}|${to.path}`
    const known = this.#symbols.get(key)
    if (known !== undefined) return known
    const isOther =
      this.#isRepriced(id, after.book, to) ||
      termsOf(before.book, from, id) !== termsOf(after.book, to, id)
    this.#symbols.set(key, isOther)
    return isOther
  }

  /** Whether the price of the symbol moves, or one that converts its profit or margin. */
  #isRepriced(id: number, book: Book, { currency }: GroupSpec): boolean {
    if (this.#repriced.size === 0) return false
    if (this.#repriced.has(id)) return true
    const symbol = book.symbolsById.get(id)
    if (symbol === undefined) return false
    return [symbol.profitCurrency, symbol.marginCurrency].some((from) =>
      conversionLegs(book, from, currency)?.some((leg) => this.#repriced.has(leg.symbolId)),
    )
  }
}

export function groupIn({ account, book }: MarginTerms): GroupSpec {
  const group = groupOf(book, account.groupPath)
  assert(group !== undefined, 'a group with accounts is in the settings')
  return group
}

function hasSameLevels(one: GroupSpec, other: GroupSpec): boolean {
  return (
    one.marginCallLevel === other.marginCallLevel &&
    one.stopOutLevel === other.stopOutLevel &&
    one.record.stop_out_mode === other.record.stop_out_mode
  )
}

/** The settings that affect margin and profit of a symbol, as text. */
function termsOf(book: Book, group: GroupSpec, id: number): string {
  const listed = book.symbolsById.get(id)
  if (listed === undefined) return ''
  const symbol = symbolOfGroup(group, listed)
  const rule = group.tiers === undefined ? undefined : tierRuleOf(group.tiers, listed)
  return JSON.stringify([moneyTerms(symbol), rule, rule && sharedBy(group)], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** The masks of all rules, because a rule may add up other symbols with this one. */
function sharedBy(group: GroupSpec): readonly string[] {
  return group.tiers?.rules.map(({ mask }) => mask) ?? []
}

function moneyTerms({ record: _, name: _name, ...symbol }: SymbolSpec): object {
  const { volumeMin, volumeMax, volumeStep, volumeLimit, tradeAccess, tickPts, ...money } = symbol
  return money
}
