import { Choice, Field, OnceButton, Stepper } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { ageSec, isStale, type MarketSymbol, quoteOf, second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { kindWords, orderWords, pricesWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { ageText, clockText } from '../../text/times.js'
import { typedNumber } from '../../text/typed-numbers.js'
import { orderList, terms } from '../../trader/account/account.js'
import { lineState, pricesOf } from '../../trader/connection/link.js'
import { requestWords, sendTicket } from '../../trader/requests/ticket-acts.js'
import {
  expiryClock,
  isPriced,
  ticketRequest,
  whatIsWrong,
  wrongPoints,
} from '../../trader/requests/ticket-request.js'
import type { TradeRequest } from '../../trader/requests/trading.js'
import { nettedPosition, reductionBy } from '../../trader/ticket/netting.js'
import { changeDraft, draftOf, type TicketDraft } from '../../trader/ticket/ticket-draft.js'
import { setVolume, typedVolume, volumeDigits, volumeOf } from '../../trader/ticket/volumes.js'
import { CostTable, useCosts } from './ticket-costs.js'
import { RiskField } from './ticket-risk.js'
import { GoingStops, type PartProps, PriceField, Reduces, Stops } from './ticket-stops.js'

/** The order form with its costs and the two buttons that send it. */
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
  const reducing = nettedPosition(symbol.name)?.side === 'sell' ? 'buy' : 'sell'
  const reduction = reductionBy(symbol.name, reducing, volumeOf(symbol))
  const [wrongBuy, wrongSell] = [
    whatIsWrong(symbol, draft, requests.buy),
    whatIsWrong(symbol, draft, requests.sell),
  ]
  const wrong = wrongBuy === wrongSell ? wrongBuy : null
  const deal = (side: 'buy' | 'sell') => (
    <Deal
      side={side}
      symbol={symbol}
      request={requests[side]}
      isOff={why !== '' || (side === 'buy' ? wrongBuy : wrongSell) !== null}
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
        thousands="asked"
        onInput={(value) => setVolume(symbol.name, value)}
      />
      {!isMarket && <Prices symbol={symbol} draft={draft} onChange={change} />}
      <Stops symbol={symbol} draft={draft} onChange={change} />
      {reduction !== null && <Reduces side={reducing} reduction={reduction} />}
      {typedNumber(draft.stop) !== null && settings.value.stopUnit !== 'money' && (
        <RiskField symbol={symbol} draft={draft} />
      )}
      {!isMarket && <Expiration symbol={symbol} draft={draft} onChange={change} />}
      <More symbol={symbol} draft={draft} onChange={change} />
      <GoingStops draft={draft} />
      {why !== '' && (
        <div class="banner" role="status">
          {why}
        </div>
      )}
      {why === '' && wrong !== null && <p class="faint goes-along">{wrong}</p>}
      <div class="prices">
        {deal('sell')}
        {deal('buy')}
      </div>
      <CostTable costs={costs} reducing={reduction === null ? null : reducing} />
    </form>
  )
}

/** The price of a pending order. A stop limit order first has a trigger price. */
function Prices({ symbol, draft, onChange }: PartProps) {
  const { ticket: text } = words.value
  const isStopLimit = draft.kind === 'stop_limit'
  return (
    <div class={isStopLimit ? 'two ends' : ''}>
      {isStopLimit && (
        <PriceField
          symbol={symbol}
          label={text.trigger}
          value={draft.trigger}
          onInput={(trigger) => onChange({ trigger })}
        />
      )}
      <PriceField
        symbol={symbol}
        label={isStopLimit ? text.limitPrice : text.price}
        value={draft.price}
        onInput={(price) => onChange({ price })}
      />
    </div>
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

/** Fields that few orders need: trailing stop, OCO order, deviation, comment. */
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
          wrong={wrongPoints(draft.trailing) ?? undefined}
          onInput={(trailing) => onChange({ trailing })}
        />
        {isMarket && symbol.execution === 'instant' && (
          <Field
            label={text.deviation}
            value={draft.deviation}
            inputMode="numeric"
            wrong={wrongPoints(draft.deviation) ?? undefined}
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
    return since === null ? text.notLive : text.notLiveSince({ time: clockText(since) })
  }
  if (terms.value?.trade_enabled === false || symbol.trade_access === 'disabled')
    return text.closedSymbol
  if (second.value < 0 || !isStale(symbol.name)) return ''
  const age = ageSec(symbol.name)
  return age === null ? text.noPrice : text.stale({ age: ageText(age) })
}

/** A buy or sell button that shows what it would do and at which price. */
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
  const what = `${volume === '' ? none : groupedLots(String(volume))} ${symbol.name}`
  const said = isMarket
    ? side === 'buy'
      ? text.buy({ what })
      : text.sell({ what })
    : text.place({ side: sides[side], kind: kindWords(String(kind)), what })
  const now = side === 'buy' ? quote?.ask : quote?.bid
  const price = isMarket ? grouped(now ?? '') : pricesWords(request)
  return (
    <OnceButton
      class={`deal fill-${side} ${isRefused ? 'doubtful' : ''}`}
      isOff={isOff}
      {...(isMarket ? {} : { label: requestWords(request) })}
      onPress={() => sendTicket(symbol, side)}
    >
      <span>{said}</span>
      <strong class={kind === 'stop_limit' ? 'two-prices' : ''}>
        {price === '' ? none : price}
      </strong>
    </OnceButton>
  )
}
