import { amountLook } from '../../look/amount.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { whyWords } from '../../text/desk/why-words.js'
import { bothText, countText, grouped, signed } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { FactList, type FactRow } from '../lists/fact-list.js'
import { PlaceLink } from '../shell/place-link.js'
import { askedText, byText, headText, pointsText, ruleText, whoText } from '../steps/step-words.js'
import type { Step, Trade } from '../steps/steps.js'
import { momentsOf } from './way.js'

/** The steps in chronological order. A selected step shows its market beside the list. */
export function StepList(props: {
  trade: Trade
  steps: readonly Step[]
  chosen: string | null
  onChoose: (key: string) => void
}) {
  const text = whyWords.value
  if (props.steps.length === 0) return <p class="empty">{text.noSteps}</p>
  return (
    <ol class="why-steps">
      {props.steps.map((step, i) => (
        <li key={step.key} class={step.key === props.chosen ? 'open' : ''}>
          <button
            type="button"
            class="plain"
            aria-pressed={step.key === props.chosen}
            onClick={() => props.onChoose(step.key)}
          >
            <span class="num">{timeText(step.at)}</span> <b>{headText(step)}</b>
            {i < 9 && <kbd>{i + 1}</kbd>}
          </button>
          <StepFacts step={step} trade={props.trade} />
        </li>
      ))}
    </ol>
  )
}

/** Formats a price; null if there is none. */
function known(price: string | null | undefined): string | null {
  return price == null ? null : grouped(price)
}

function StepFacts({ step, trade }: { step: Step; trade: Trade }) {
  const text = whyWords.value
  const { order, deal, worse } = step
  const number = (page: 'orders' | 'deals', id: number | null | undefined) =>
    id === null || id === undefined ? null : (
      <PlaceLink page={page} parts={[id]}>
        {id}
      </PlaceLink>
    )
  const look = worse === null || worse === 0n ? '' : worse > 0n ? 'loss' : 'gain'
  const market = deal === null ? null : bothText(deal.bid, deal.ask)
  const isMoved = deal !== null && deal.entry !== 'in'
  const deviation = order?.deviation_pts ?? null
  const rows: readonly FactRow[] = [
    [text.who, whoText(step)],
    [text.by, byText(step)],
    [text.rule, ruleText(step)],
    [text.asked, askedText(step)],
    [text.deviation, deviation === null ? null : countText(deviation)],
    [text.given, known(deal?.price)],
    [text.market, market],
    [text.waited, order === null ? null : bothText(order.bid, order.ask)],
    [text.points, worse === null ? null : <span class={look}>{pointsText(worse)}</span>],
    [text.slippage, slippageOf(deal)],
    [text.stopLoss, known(order?.stop_loss)],
    [text.takeProfit, known(order?.take_profit)],
    [
      text.result,
      isMoved ? (
        <span class={amountLook(deal.profit)}>
          {signed(deal.profit)} {currencyOf(trade.group)}
        </span>
      ) : null,
    ],
    [text.placed, isRested(step) ? timeText(order?.created_at ?? '') : null],
    [text.external, order?.external_id ?? null],
    [text.orderNumber, number('orders', deal?.order_id ?? order?.id)],
    [text.deal, number('deals', deal?.id)],
    [text.comment, deal?.comment ?? order?.comment ?? null],
  ]
  return (
    <>
      <FactList rows={rows} />
      <Way step={step} />
    </>
  )
}

/** The cost of the difference from the requested price. Shows nothing if there is no difference. */
function slippageOf(deal: Step['deal']) {
  if (deal === null || deal.slippage === null || deal.slippage_pts === 0) return null
  return (
    <span class={amountLook(deal.slippage)}>
      {signed(deal.slippage)} {deal.slippage_currency}
    </span>
  )
}

/** The timestamps of a step: the first with its time, the others as the delay after it. */
function Way({ step }: { step: Step }) {
  const text = whyWords.value
  const moments = momentsOf(step)
  if (moments.length === 0) return null
  return (
    <ol class="why-moments" aria-label={text.way}>
      {moments.map(({ name, at, after }, i) => (
        <li key={name}>
          {text.moments[name]}{' '}
          <span class="num">
            {i === 0
              ? `${timeText(at)}${at.slice(19, -1)}`
              : text.after({ time: afterText(after) })}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A delay as text, such as `0.352 ms` or `12.3 s`. */
function afterText(micros: number): string {
  if (micros < 10_000_000) return `${grouped((micros / 1_000).toFixed(3))} ms`
  return `${grouped((micros / 1_000_000).toFixed(1))} s`
}

/** Whether the order was placed earlier than its step, as a pending order is. */
function isRested({ order, at }: Step): boolean {
  return order !== null && order.created_at !== at
}
