import type { LeverageRule } from '../../engine/config/records/leverage-profile.js'
import type { SymbolRecord } from '../../engine/config/records/symbol.js'
import { groupIn, nameOf, type Scene, symbolAt } from './naive-account.js'
import { NOTHING, plus, type Ratio, ratio, ratioOf, rounded, times } from './naive-ratio.js'

/** One thing that margin is charged for, as the leverage alone would have it. */
export interface Part {
  readonly amount: Ratio
  readonly isInitial: boolean
  /** A margin rate of 0 frees it: tiers do not count it. */
  readonly isFree: boolean
  readonly lots: Ratio
  readonly price: Ratio
  /** The rate from the margin currency to the account's. */
  readonly rate: Ratio
}

/** The margin of an account's parts in cents by the tiers of its group, each symbol rounded once. */
export function tieredMargin(scene: Scene, parts: ReadonlyMap<number, readonly Part[]>): number {
  const rules = rulesIn(scene)
  let margin = 0n
  for (const [id, own] of parts) {
    const rule = ruleOf(rules, symbolAt(scene, id))
    if (rule === undefined) {
      margin += rounded(plus(...own.map(({ amount }) => amount)), 2)
      continue
    }
    const isOwn = rule.range_basis.endsWith('per_symbol')
    const counted = [...parts].filter(
      ([other]) => other === id || (!isOwn && ruleOf(rules, symbolAt(scene, other)) === rule),
    )
    const total = plus(
      ...counted.flatMap(([other, all]) =>
        all
          .filter(({ isFree }) => !isFree)
          .map((part) => countOf(rule, symbolAt(scene, other), part)),
      ),
    )
    const charged = own.map(({ amount, isInitial }) =>
      times(amount, blended(rule, total, isInitial)),
    )
    margin += rounded(plus(...charged), 2)
  }
  return Number(margin)
}

function rulesIn(scene: Scene): readonly LeverageRule[] {
  const { leverage_profile_id: id } = groupIn(scene)
  const profile = scene.book.records.leverage_profiles.find((one) => one.id === id)
  return profile?.enabled === true ? profile.rules : []
}

/** The first whose mask takes the symbol; the given masks are names. */
function ruleOf(rules: readonly LeverageRule[], symbol: SymbolRecord): LeverageRule | undefined {
  return rules.find(({ mask }) => mask === '*' || mask.split(',').includes(nameOf(symbol)))
}

/** Its lots, or what they are worth: in the symbol's margin currency if the rule names it, else the account's. */
function countOf(rule: LeverageRule, symbol: SymbolRecord, { lots, price, rate }: Part): Ratio {
  if (rule.range_basis.startsWith('volume')) return lots
  const { calc_mode: mode, contract_size, tick_size, tick_value } = symbol
  const isForex = mode === 'forex' || mode === 'forex_no_leverage'
  const hasTick = Number(tick_size) > 0 && Number(tick_value) > 0
  const byTick = (mode === 'cfd_index' || mode === 'futures') && hasTick
  const { top: size, bottom: sizeScale } = ratioOf(tick_size)
  return times(
    lots,
    ratioOf(contract_size),
    isForex ? ratio(1) : price,
    byTick ? times(ratioOf(tick_value), { top: sizeScale, bottom: size }) : ratio(1),
    rule.currency === '' ? rate : ratio(1),
  )
}

/** The total falls into the tiers like an income into brackets: the mean of their rates. */
function blended(rule: LeverageRule, total: Ratio, isInitial: boolean): Ratio {
  const rates = rule.tiers.map(({ initial, maintenance }) => {
    return ratioOf(isInitial || Number(maintenance) === 0 ? initial : maintenance)
  })
  if (total.top === 0n) return rates[0] ?? ratio(1)
  let weighed = NOTHING
  rule.tiers.forEach(({ range_from, range_to }, i) => {
    const from = ratioOf(range_from)
    const isOver = Number(range_to) > 0 && isAbove(total, ratioOf(range_to))
    const to = isOver ? ratioOf(range_to) : total
    if (!isAbove(to, from)) return
    const slab = plus(to, times(from, ratio(-1)))
    weighed = plus(weighed, times(slab, rates[i] ?? ratio(1)))
  })
  return times(weighed, { top: total.bottom, bottom: total.top })
}

function isAbove(one: Ratio, other: Ratio): boolean {
  return one.top * other.bottom > other.top * one.bottom
}
