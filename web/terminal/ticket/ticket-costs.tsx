import { useEffect, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import type { Side, TraderLiveOps } from '../../link/contract.js'
import { second } from '../../state/market.js'
import { grouped, isLoss, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { terms } from '../../trader/account/account.js'
import { line } from '../../trader/connection/link.js'
import type { TradeRequest } from '../../trader/requests/trading.js'
import { type Costs, keepCosts } from '../../trader/ticket/order-costs.js'

const CHECK_AFTER_MS = 150
const SIDES = ['sell', 'buy'] as const
type CheckArgs = TraderLiveOps['check']['args']

/** The server's check of an order before it is sent. Both fields are null before the first check. */
interface CheckedSide {
  readonly costs: Costs | null
  /** The reason why the order would be refused. */
  readonly refused: string | null
}

interface BothCosts extends Readonly<Record<Side, CheckedSide>> {
  /** True if the result is for the order before its last change. */
  readonly isOld: boolean
}

const NONE: CheckedSide = { costs: null, refused: null }
const NOTHING = { of: '', buy: NONE, sell: NONE }

/**
 * Checks the order shortly after a change and then every second. `typed` identifies the typed order
 * and is empty if it cannot be checked yet; `requests` change with the price. Only one check runs
 * at a time.
 */
export function useCosts(typed: string, requests: Readonly<Record<Side, TradeRequest>>): BothCosts {
  const [told, setTold] = useState(NOTHING)
  const newest = useRef({ typed, requests })
  newest.current = { typed, requests }
  const awaited = useRef('')
  const tick = second.value
  useEffect(() => {
    if (typed === '') setTold(NOTHING)
    if (typed === '' || awaited.current === typed) return undefined
    const ask = async () => {
      awaited.current = typed
      const { buy, sell } = newest.current.requests
      const [bought, sold] = await Promise.all([checked('buy', buy), checked('sell', sell)])
      if (awaited.current === typed) awaited.current = ''
      if (newest.current.typed !== typed || bought === null || sold === null) return
      setTold({ of: typed, buy: bought, sell: sold })
    }
    return after(CHECK_AFTER_MS, () => void ask())
  }, [typed, tick])
  return { ...told, isOld: told.of !== typed }
}

/** Requests the costs; null if the connection is lost before the answer. */
async function checked(side: Side, request: TradeRequest): Promise<CheckedSide | null> {
  const answer = await line()?.ask('check', request)
  if (answer === null || answer === undefined) return null
  const { code, message, data } = answer
  if (code !== 'ok') return { costs: null, refused: refusalWords(code, message, data) }
  const { symbol = '', volume = '', price = null, kind } = request as CheckArgs
  keepCosts(symbol, side, { volume, price: kind === 'open' ? null : price }, data)
  return { costs: data, refused: null }
}

/**
 * The costs of the order. A figure is shown once if it is equal for both sides, or if one side
 * would be refused; otherwise for sell and buy. A side that only reduces a position sends no stops.
 */
export function CostTable(props: { costs: BothCosts; reducing: Side | null }) {
  const { costs, reducing } = props
  const { ticket: text, sides } = words.value
  const currency = terms.value?.currency ?? ''
  const { buy, sell } = costs
  if (buy.refused !== null && buy.refused === sell.refused) {
    return <p class={costs.isOld ? 'faint' : 'refused'}>{buy.refused}</p>
  }
  const isBothRefused = buy.costs === null && sell.costs === null
  const isLevel = (field: keyof Costs) => field === 'loss_at_stop' || field === 'profit_at_target'
  const values = (field: keyof Costs, show: (value: string) => string) =>
    SIDES.map((side) => {
      const value =
        (side === reducing && isLevel(field) ? null : costs[side].costs?.[field]) ?? null
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
            <p key={side} class={isBothRefused && !costs.isOld ? 'refused' : 'faint'}>
              {sides[side]}: {costs[side].refused}
            </p>
          ),
      )}
      <dl class={costs.isOld ? 'costs old' : 'costs'} aria-busy={costs.isOld}>
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
