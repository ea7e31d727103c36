import { useEffect, useState } from 'preact/hooks'
import type { TraderLiveOps } from '../../link/contract.js'
import { second } from '../../state/market.js'
import { grouped, isLoss, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { terms } from '../../trader/account.js'
import { line } from '../../trader/link.js'
import { type Costs, keepCosts } from '../../trader/order-costs.js'

const CHECK_AFTER_MS = 150
const SIDES = ['sell', 'buy'] as const
type Side = (typeof SIDES)[number]

/** The server's check of an order before it is sent; both are null before the first check. */
export interface CheckedSide {
  readonly costs: Costs | null
  /** Why it would be refused. */
  readonly refused: string | null
}

export type BothCosts = Readonly<Record<Side, CheckedSide>>

const NONE: CheckedSide = { costs: null, refused: null }

/** Asked for anew a moment after a change, and every second; null asks for nothing. */
export function useCosts(asked: Readonly<Record<Side, string | null>>): BothCosts {
  const [costs, setCosts] = useState<BothCosts>({ buy: NONE, sell: NONE })
  const tick = second.value
  useEffect(() => {
    const { buy, sell } = asked
    if (buy === null || sell === null) {
      setCosts({ buy: NONE, sell: NONE })
      return
    }
    let isGone = false
    const timer = setTimeout(async () => {
      const [bought, sold] = await Promise.all([checked('buy', buy), checked('sell', sell)])
      if (isGone || bought === null || sold === null) return
      setCosts({ buy: bought, sell: sold })
    }, CHECK_AFTER_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [asked.buy, asked.sell, tick])
  return costs
}

/** Null where the line is lost before it is answered. */
async function checked(side: Side, asked: string): Promise<CheckedSide | null> {
  const request = JSON.parse(asked) as TraderLiveOps['check']['args']
  const answer = await line()?.ask('check', request)
  if (answer === null || answer === undefined) return null
  const { code, message, data } = answer
  if (code !== 'ok') return { costs: null, refused: refusalWords(code, message, data) }
  const { symbol = '', volume = '', price = null, kind } = request
  keepCosts(symbol, side, { volume, price: kind === 'open' ? null : price }, data)
  return { costs: data, refused: null }
}

/**
 * Each figure once where both sides have the same, or one would be refused; else that of the sale and that of the
 * purchase.
 */
export function CostTable({ costs }: { costs: BothCosts }) {
  const { ticket: text, sides } = words.value
  const currency = terms.value?.currency ?? ''
  const { buy, sell } = costs
  if (buy.refused !== null && buy.refused === sell.refused) {
    return <p class="refused">{buy.refused}</p>
  }
  const values = (field: keyof Costs, show: (value: string) => string) =>
    SIDES.map((side) => {
      const value = costs[side].costs?.[field] ?? null
      return value === null ? null : show(value)
    })
  const row = (label: string, field: keyof Costs, show: (value: string) => string) => {
    const [sold = null, bought = null] = values(field, show)
    const one = sold ?? bought
    if (one === null) return null
    return (
      <>
        <dt>{label}</dt>
        <dd>{sold === null || bought === null || sold === bought ? one : `${sold} / ${bought}`}</dd>
      </>
    )
  }
  return (
    <>
      {SIDES.map(
        (side) =>
          costs[side].refused !== null && (
            <p
              key={side}
              class={costs[side === 'buy' ? 'sell' : 'buy'].costs === null ? 'refused' : 'faint'}
            >
              {sides[side]}: {costs[side].refused}
            </p>
          ),
      )}
      <dl class="costs">
        {row(text.margin, 'order_margin', (value) =>
          isLoss(value) ? `${signed(value)} ${currency}` : `${grouped(value)} ${currency}`,
        )}
        {row(text.freeAfter, 'margin_free', grouped)}
        {row(text.fee, 'fee', grouped)}
        {row(text.swap, 'swap_night', grouped)}
        {row(text.point, 'point_value', grouped)}
        {row(text.atStop, 'loss_at_stop', signed)}
        {row(text.atTarget, 'profit_at_target', signed)}
      </dl>
    </>
  )
}
