import { Segments, Stepper } from '../../look/controls.js'
import { isTurned } from '../../look/narrow.js'
import { set, settings } from '../../settings/settings.js'
import { type MarketSymbol, newest } from '../../state/market.js'
import { pointOf, scaled } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { terms } from '../../trader/account/account.js'
import { firstStop } from '../../trader/requests/first-stops.js'
import { stopDigits } from '../../trader/requests/ticket-request.js'
import { type Reduction, reductionWords } from '../../trader/ticket/netting.js'
import { STOP_UNITS } from '../../trader/ticket/stop-prices.js'
import type { TicketDraft } from '../../trader/ticket/ticket-draft.js'

export interface PartProps {
  readonly symbol: MarketSymbol
  readonly draft: TicketDraft
  readonly onChange: (change: Partial<TicketDraft>) => void
}

/** A price input with steps of one tick. */
export function PriceField(props: {
  symbol: MarketSymbol
  label: string
  value: string
  /** The value from which the first step of an empty input starts; by default the bid. */
  from?: string | null
  onInput: (value: string) => void
}) {
  const { symbol, label, value, onInput } = props
  return (
    <Stepper
      label={label}
      value={value}
      step={
        scaled(symbol.tick_size, symbol.digits) > 0n ? symbol.tick_size : pointOf(symbol.digits)
      }
      digits={symbol.digits}
      from={props.from ?? newest(symbol.name)?.bid ?? '0'}
      onInput={onInput}
    />
  )
}

/** Stop loss and take profit: as prices, as points from the order price, or as money. */
export function Stops({ symbol, draft, onChange }: PartProps) {
  const { ticket: text } = words.value
  const { stopUnit } = settings.value
  const currency = terms.value?.currency ?? ''
  const names = { price: text.price, points: text.points, money: currency }
  const field = (name: 'stop' | 'target', label: string) =>
    stopUnit === 'price' ? (
      <PriceField
        symbol={symbol}
        label={label}
        value={draft[name]}
        from={firstStop(symbol, draft, name).price}
        onInput={(value) => onChange({ [name]: value })}
      />
    ) : (
      <Stepper
        label={label}
        value={draft[name]}
        step={stopUnit === 'points' ? '10' : '1'}
        digits={stopDigits(symbol, stopUnit)}
        unit={stopUnit === 'points' ? text.pts : currency}
        from={stopUnit === 'points' ? firstStop(symbol, draft, name).points : '10'}
        onInput={(value) => onChange({ [name]: value })}
      />
    )
  return (
    <>
      <div class="row">
        <span class="faint grow">{text.stopsIn}</span>
        <Segments
          label={text.stopsIn}
          value={stopUnit}
          options={STOP_UNITS.map((unit) => [unit, names[unit]] as const)}
          onInput={(unit) => {
            if (unit !== stopUnit) onChange({ stop: '', target: '' })
            set({ stopUnit: unit })
          }}
        />
      </div>
      <div class="two">
        {field('stop', text.stopLoss)}
        {field('target', text.takeProfit)}
      </div>
      {stopUnit !== 'price' &&
        [draft.stop, draft.target].some((typed) => isLikePrice(symbol, typed)) && (
          <p class="moved" role="status">
            {text.likePrice({ unit: names[stopUnit] })}
          </p>
        )}
    </>
  )
}

/** A note that an order which only reduces a netting position is sent without the stops above. */
export function Reduces({ side, reduction }: { side: 'buy' | 'sell'; reduction: Reduction }) {
  const { ticket: text, sides } = words.value
  return (
    <p class="faint goes-along" role="status">
      {sides[side]}: {reductionWords(reduction)} {text.netting.noStops({ side: sides[side] })}
    </p>
  )
}

/**
 * Whether a distance or amount is within a twentieth of the market price, so that a price may have
 * been meant.
 */
function isLikePrice({ name, digits }: MarketSymbol, typed: string): boolean {
  const bid = newest(name)?.bid
  const number = typedNumber(typed, digits)
  if (bid === undefined || number === null) return false
  const [price, at] = [scaled(bid, digits), scaled(number, digits)]
  return 20n * (at < price ? price - at : at - price) <= price
}

/**
 * The stops of an order in landscape on a phone, where their inputs are hidden; with their unit
 * unless they are prices.
 */
export function GoingStops({ draft }: { draft: TicketDraft }) {
  const { ticket: text, positions } = words.value
  const { stop, target, trailing } = draft
  const { stopUnit } = settings.value
  const unit = {
    price: '',
    points: ` (${text.points})`,
    money: ` (${terms.value?.currency ?? ''})`,
  }
  const levels = [
    ...(stop === '' ? [] : [`${positions.stopLoss} ${stop}${unit[stopUnit]}`]),
    ...(target === '' ? [] : [`${positions.takeProfit} ${target}${unit[stopUnit]}`]),
    ...(trailing === '' ? [] : [`${positions.trailingStop} ${trailing} (${text.points})`]),
  ]
  if (!isTurned.value || levels.length === 0) return null
  return (
    <ul class="lines goes-along" aria-label={text.goingStops}>
      {levels.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
