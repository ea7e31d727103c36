import { useEffect, useState } from 'preact/hooks'
import { terms } from '../../state/account.js'
import { line } from '../../state/link.js'
import { second } from '../../state/market.js'
import { grouped, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'

/** What an order would cost, as the server says before it is sent (`check`). */
export interface Costs {
  readonly order_margin: string | null
  readonly margin_free: string | null
  readonly fee: string | null
  readonly swap_night: string | null
  readonly point_value: string | null
  readonly loss_at_stop: string | null
  readonly profit_at_target: string | null
}

const CHECK_AFTER_MS = 150

/** What a point is worth, by the last check of each symbol, and of which volume. */
const pointValues = new Map<string, { readonly volume: string; readonly value: string }>()

/** Null until a check of that volume has said it. */
export function pointValueOf(symbol: string, volume: string | null): string | null {
  const known = pointValues.get(symbol)
  return known?.volume === volume ? (known?.value ?? null) : null
}

export interface BothCosts {
  readonly buy: Costs | null
  readonly sell: Costs | null
  readonly refused: string
}

const NONE: BothCosts = { buy: null, sell: null, refused: '' }

/** Asked for anew a moment after a change, and every second. */
export function useCosts(buy: string | null, sell: string | null): BothCosts {
  const [costs, setCosts] = useState<BothCosts>(NONE)
  const tick = second.value
  useEffect(() => {
    if (buy === null || sell === null) {
      setCosts(NONE)
      return
    }
    let isGone = false
    const timer = setTimeout(async () => {
      const [bought, sold] = await Promise.all([
        line()?.ask('check', JSON.parse(buy) as object),
        line()?.ask('check', JSON.parse(sell) as object),
      ])
      if (isGone || bought === null || bought === undefined || sold === null || sold === undefined)
        return
      const { symbol, volume } = JSON.parse(buy) as { symbol: string; volume: string }
      const value: unknown = bought.data?.point_value ?? sold.data?.point_value
      if (typeof value === 'string') pointValues.set(symbol, { volume, value })
      const refused =
        bought.code === 'ok' || sold.code === 'ok'
          ? ''
          : refusalWords(bought.code ?? '', bought.message ?? '', bought.data)
      setCosts({
        buy: bought.code === 'ok' ? (bought.data as Costs) : null,
        sell: sold.code === 'ok' ? (sold.data as Costs) : null,
        refused,
      })
    }, CHECK_AFTER_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [buy, sell, tick])
  return costs
}

export function CostTable({ costs: { buy, sell, refused } }: { costs: BothCosts }) {
  const { ticket: text } = words.value
  const one = buy ?? sell
  if (refused !== '' || one === null) {
    return refused === '' ? null : <p class="faint">{refused}</p>
  }
  const currency = terms.value?.currency ?? ''
  const row = (label: string, value: string | null | undefined) =>
    value === null || value === undefined ? null : (
      <>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </>
    )
  const nights = [sell?.swap_night, buy?.swap_night].map((night) => night ?? '–').join(' / ')
  const lost = one.loss_at_stop
  const made = one.profit_at_target
  return (
    <dl class="costs">
      {row(
        text.margin,
        one.order_margin === null ? null : `${grouped(one.order_margin)} ${currency}`,
      )}
      {row(text.freeAfter, one.margin_free === null ? null : grouped(one.margin_free))}
      {row(text.fee, one.fee)}
      {row(text.swap, nights)}
      {row(text.point, one.point_value)}
      {row(text.atStop, lost === null ? null : signed(lost))}
      {row(text.atTarget, made === null ? null : signed(made))}
    </dl>
  )
}
