import { Choice, Field, OnceButton, Segments, Stepper } from '../../look/controls.js'
import { set, settings } from '../../settings/settings.js'
import { ageSec, isStale, type MarketSymbol, newest, quoteOf, second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { pointOf, scaled, typedNumber } from '../../text/numbers.js'
import { kindWords, orderWords, pricesWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { ageText, clockText } from '../../text/times.js'
import { orderList, terms } from '../../trader/account.js'
import { lineState, pricesOf } from '../../trader/link.js'
import { STOP_UNITS } from '../../trader/stop-prices.js'
import { requestWords, sendTicket } from '../../trader/ticket-acts.js'
import { changeDraft, draftOf, type TicketDraft } from '../../trader/ticket-draft.js'
import {
  expiryClock,
  isPriced,
  stopDigits,
  ticketRequest,
  whatIsWrong,
} from '../../trader/ticket-request.js'
import type { TradeRequest } from '../../trader/trading.js'
import { setVolume, typedVolume, volumeDigits } from '../../trader/volumes.js'
import { CostTable, useCosts } from './ticket-costs.js'
import { RiskField } from './ticket-risk.js'

/** An order as it is typed, with what it costs, and the two buttons that send it. */
export function TicketForm({ symbol }: { symbol: MarketSymbol }) {
  const { ticket: text } = words.value
  const draft = draftOf(symbol.name)
  const isMarket = draft.kind === 'market'
  const change = (part: Partial<TicketDraft>) => changeDraft(symbol.name, part)
  const requests = {
    buy: ticketRequest(symbol, 'buy', draft),
    sell: ticketRequest(symbol, 'sell', draft),
  }
  const typed = [symbol.name, draft, requests.buy.volume, settings.value.stopUnit]
  const costs = useCosts(isPriced(symbol, draft) ? JSON.stringify(typed) : '', requests)
  const why = useWhyNot(symbol)
  const deal = (side: 'buy' | 'sell') => (
    <Deal
      side={side}
      symbol={symbol}
      request={requests[side]}
      isOff={why !== '' || whatIsWrong(symbol, draft, requests[side]) !== null}
      isRefused={!costs.isOld && costs[side].refused !== null}
    />
  )
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={text.kind}
        value={draft.kind}
        options={symbol.order_kinds.map((one) => [one, kindWords(one)] as const)}
        onInput={(kind) => change({ kind })}
      />
      <Stepper
        id="volume"
        label={text.volume}
        value={typedVolume(symbol)}
        step={symbol.volume_step}
        digits={volumeDigits(symbol)}
        from={symbol.volume_min}
        onInput={(value) => setVolume(symbol.name, value)}
      />
      {!isMarket && <Prices symbol={symbol} draft={draft} onChange={change} />}
      <Stops symbol={symbol} draft={draft} onChange={change} />
      {typedNumber(draft.stop) !== null && settings.value.stopUnit !== 'money' && (
        <RiskField symbol={symbol} draft={draft} />
      )}
      {!isMarket && <Expiration symbol={symbol} draft={draft} onChange={change} />}
      <More symbol={symbol} draft={draft} onChange={change} />
      {why !== '' && (
        <div class="banner" role="status">
          {why}
        </div>
      )}
      <div class="prices">
        {deal('sell')}
        {deal('buy')}
      </div>
      <CostTable costs={costs} />
    </form>
  )
}

interface PartProps {
  readonly symbol: MarketSymbol
  readonly draft: TicketDraft
  readonly onChange: (change: Partial<TicketDraft>) => void
}

function PriceField(props: {
  symbol: MarketSymbol
  label: string
  value: string
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
      from={newest(symbol.name)?.bid ?? '0'}
      onInput={onInput}
    />
  )
}

function Prices({ symbol, draft, onChange }: PartProps) {
  const { ticket: text } = words.value
  return (
    <div class={draft.kind === 'stop_limit' ? 'two' : ''}>
      <PriceField
        symbol={symbol}
        label={text.price}
        value={draft.price}
        onInput={(price) => onChange({ price })}
      />
      {draft.kind === 'stop_limit' && (
        <PriceField
          symbol={symbol}
          label={text.trigger}
          value={draft.trigger}
          onInput={(trigger) => onChange({ trigger })}
        />
      )}
    </div>
  )
}

/** Stop loss and take profit: as prices, as points from the order, or as money. */
function Stops({ symbol, draft, onChange }: PartProps) {
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
        onInput={(value) => onChange({ [name]: value })}
      />
    ) : (
      <Stepper
        label={label}
        value={draft[name]}
        step={stopUnit === 'points' ? '10' : '1'}
        digits={stopDigits(symbol, stopUnit)}
        from={stopUnit === 'points' ? '200' : '10'}
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
    </>
  )
}

function Expiration({ symbol, draft, onChange }: PartProps) {
  const { ticket: text } = words.value
  return (
    <>
      <Choice
        label={text.expiration}
        value={draft.expiration}
        options={symbol.expiration.map((one) => [one, text[one as 'gtc'] ?? one] as const)}
        onInput={(expiration) => onChange({ expiration })}
      />
      {draft.expiration.startsWith('specified') && (
        <div class="field">
          <label for="until">{text.until[expiryClock(draft.expiration)]}</label>
          <input
            id="until"
            type="datetime-local"
            value={draft.until}
            onInput={(event) => onChange({ until: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}

/** Fields that few orders need: trailing stop, an order cancelled by this one's fill, deviation, comment. */
function More({ symbol, draft, onChange }: PartProps) {
  const { ticket: text } = words.value
  const isMarket = draft.kind === 'market'
  const partners = orderList.value.filter((one) => one.symbol === symbol.name)
  const partner = partners.find(({ id }) => id === draft.partner)
  return (
    <details>
      <summary>{words.value.more}</summary>
      <div class="stack">
        <Field
          label={words.value.positions.trailing}
          value={draft.trailing}
          inputMode="numeric"
          onInput={(trailing) => onChange({ trailing })}
        />
        {isMarket && symbol.execution === 'instant' && (
          <Field
            label={text.deviation}
            value={draft.deviation}
            inputMode="numeric"
            onInput={(deviation) => onChange({ deviation })}
          />
        )}
        {!isMarket && partners.length > 0 && (
          <Choice
            label={text.partner}
            value={String(partner?.id ?? '')}
            options={[
              ['', words.value.none],
              ...partners.map((one) => [String(one.id), orderWords(one)] as const),
            ]}
            onInput={(id) => onChange({ partner: id === '' ? null : Number(id) })}
          />
        )}
        <Field
          label={text.comment}
          value={draft.comment}
          maxLength={64}
          onInput={(comment) => onChange({ comment })}
        />
      </div>
    </details>
  )
}

function useWhyNot(symbol: MarketSymbol): string {
  const { ticket: text } = words.value
  if (session.value?.read_only === true) return text.readOnly
  if (lineState.value !== 'live') {
    const since = pricesOf.value
    return since === null ? text.notLive : text.notLiveSince(clockText(since))
  }
  if (terms.value?.trade_enabled === false || symbol.trade_access === 'disabled')
    return text.closedSymbol
  if (second.value < 0 || !isStale(symbol.name)) return ''
  const age = ageSec(symbol.name)
  return age === null ? text.noPrice : text.stale(ageText(age))
}

/** Says what it would do, at which price. */
function Deal(props: {
  side: 'buy' | 'sell'
  symbol: MarketSymbol
  request: TradeRequest
  isOff: boolean
  isRefused: boolean
}) {
  const { side, symbol, request, isOff, isRefused } = props
  const { ticket: text, none, sides } = words.value
  const quote = quoteOf(symbol.name).value
  const { volume, order_kind: kind } = request
  const isMarket = request.kind === 'open'
  const what = `${volume} ${symbol.name}`
  const said = isMarket
    ? side === 'buy'
      ? text.buy(what)
      : text.sell(what)
    : text.place(sides[side], kindWords(String(kind)), what)
  const price = isMarket ? (side === 'buy' ? quote?.ask : quote?.bid) : pricesWords(request)
  return (
    <OnceButton
      class={`deal fill-${side} ${isRefused ? 'doubtful' : ''}`}
      isOff={isOff}
      {...(isMarket ? {} : { label: requestWords(request) })}
      onPress={() => sendTicket(symbol, side)}
    >
      <span>{said}</span>
      <strong class={kind === 'stop_limit' ? 'two-prices' : ''}>
        {price === undefined || price === '' ? none : price}
      </strong>
    </OnceButton>
  )
}
