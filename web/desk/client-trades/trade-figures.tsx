import { Fragment } from 'preact'
import { tradingWords } from '../../text/actions/trading-words.js'
import { bothText, fractionOf, grouped, scaled, signed } from '../../text/numbers.js'
import { refusalWords } from '../../text/refusals.js'
import type { TradeCheck } from './trade-check.js'

/** A price of a trade, and the side of the market (bid or ask) that has to reach it. */
export interface Distance {
  readonly label: string
  readonly price: string | null | undefined
  readonly of: 'bid' | 'ask'
}

/**
 * The server's calculation of the trade: prices, distances and money, or the reason for a refusal.
 */
export function TradeFigures(props: {
  /** The server's check of the trade; null if there is no trade to check. */
  check: TradeCheck | null
  currency: string
  distances: readonly Distance[]
  /** Whether the trade modifies an existing order or position. */
  isChange?: boolean
}) {
  const { figures: text } = tradingWords.value
  const { check, currency } = props
  if (check === null) return null
  const { answer, isOld } = check
  if (answer === null) return <p class="faint">{text.checking}</p>
  const look = isOld ? 'old' : ''
  if (!answer.ok) {
    const why = refusalWords(answer.code, answer.message, answer.data)
    return (
      <p class={`loss ${look}`} role="status">
        {text.refused({ why })}
      </p>
    )
  }
  const { bid, ask, order_margin: margin, margin_free: free, fee } = answer.data
  const { loss_at_stop: atStop, profit_at_target: atTarget } = answer.data
  const amount = (value: string | null) => value && `${grouped(value)} ${currency}`
  const gain = (value: string | null) => value && `${signed(value)} ${currency}`
  const changed = margin !== null && /[1-9]/.test(margin) ? gain(margin) : null
  const rows: (readonly [label: string, value: string | null])[] = [
    [text.market, bothText(bid, ask)],
    ...props.distances.map(
      ({ label, price, of }) => [label, pointsTo(price, answer.data[of])] as const,
    ),
    props.isChange === true ? [text.marginChange, changed] : [text.margin, amount(margin)],
    [text.free, amount(free)],
    [text.commission, props.isChange === true ? null : amount(fee)],
    [text.atStop, gain(atStop)],
    [text.atTarget, gain(atTarget)],
  ]
  return (
    <dl class={`two-sums ${look}`}>
      {rows.map(
        ([label, value]) =>
          value !== null && (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd class="num">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  )
}

/** The distance from the market to a price as text, such as `125 points`. */
function pointsTo(price: string | null | undefined, market: string | null): string | null {
  if (!price || market === null || !/[1-9]/.test(price)) return null
  const digits = fractionOf(market)
  const points = scaled(price, digits) - scaled(market, digits)
  return tradingWords.value.figures.points({ n: Number(points < 0n ? -points : points) })
}
