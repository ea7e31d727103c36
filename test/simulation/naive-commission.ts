import type { DealEntry } from '../../engine/account/event.js'
import { groupIn, nameOf, type Scene, symbolAt } from './naive-account.js'
import { CENTS, dollars } from './naive-money.js'
import { type Ratio, ratio, ratioOf, rounded, times, unitsOf } from './naive-ratio.js'

/** The cost of a deal by the first row of the group that takes its symbol (docs/trade/costs.md); costs are negative. */
export interface Costs {
  readonly commission: number
  readonly commissionDue: number
}

const FREE: Costs = { commission: 0, commissionDue: 0 }

export interface NaiveCharge {
  readonly symbolId: number
  readonly entry: DealEntry
  readonly volume: number
  /** The volume of it that is new. */
  readonly opened: number
  readonly price: number
}

/** Undefined without a price to convert by. */
export function commissionOf(scene: Scene, deal: NaiveCharge): Costs | undefined {
  const symbol = symbolAt(scene, deal.symbolId)
  const row = groupIn(scene).commissions.find(({ mask }) => [nameOf(symbol), '*'].includes(mask))
  if (row === undefined) return FREE
  const volume = chargedVolume(row.charge, deal)
  const lots = (text: string): number => unitsOf(text, 8) ?? 0
  const tier = row.tiers.find(({ from, to }) => {
    return volume >= lots(from) && (lots(to) === 0 || volume < lots(to))
  })
  if (volume === 0 || tier === undefined) return FREE
  const { digits, contract_size, calc_mode, profit_currency, base_currency } = symbol
  const points = 10n ** BigInt(digits)
  const size = times(ratioOf(tier.value), ratio(volume, 10n ** 8n))
  let amount: Ratio = size
  let currency = 'USD'
  if (row.mode === 'points') {
    amount = times(size, ratioOf(contract_size), ratio(1, points))
    currency = profit_currency
  } else if (row.mode === 'percent') {
    const isForex = calc_mode === 'forex' || calc_mode === 'forex_no_leverage'
    const worth = isForex ? ratio(1) : ratio(Math.abs(deal.price), points)
    amount = times(size, ratio(1, 100), ratioOf(contract_size), worth, tickOf(symbol))
    currency = isForex ? base_currency : profit_currency
  }
  const rate = dollars(scene.book, scene.prices, currency, 'dear')
  if (rate === undefined) return undefined
  const whole = Number(rounded(times(amount, ratio(rate, 10n ** 12n)), CENTS))
  const [min, max] = [cents(tier.min), cents(tier.max)]
  const cost = Math.max(min, max === 0 ? whole : Math.min(max, whole))
  if (cost === 0) return FREE
  return row.charge === 'daily'
    ? { commission: 0, commissionDue: -cost }
    : { commission: -cost, commissionDue: 0 }
}

/** Prices of an index are worth by its tick. */
function tickOf({ calc_mode, tick_size, tick_value }: ReturnType<typeof symbolAt>): Ratio {
  const hasTick = Number(tick_size) > 0 && Number(tick_value) > 0
  if (calc_mode !== 'cfd_index' || !hasTick) return ratio(1)
  const { top, bottom } = ratioOf(tick_size)
  return times(ratioOf(tick_value), { top: bottom, bottom: top })
}

function cents(text: string): number {
  return Number(rounded(ratioOf(text), CENTS))
}

/** A close by another position is free; a trade that is charged once is when it opens. */
function chargedVolume(charge: string, { entry, volume, opened }: NaiveCharge): number {
  if (entry === 'out_by') return 0
  if (charge !== 'per_deal' || entry === 'in') return volume
  return entry === 'inout' ? opened : 0
}
