import { useEffect, useState } from 'preact/hooks'
import { Choice, OnceButton, Stepper } from '../look/controls.js'
import { Icon } from '../look/icons.js'
import { set, settings } from '../settings/settings.js'
import { money, terms } from '../state/account.js'
import { askMarket, isOneClick, kindWords, question } from '../state/acts.js'
import { line, lineState } from '../state/link.js'
import {
  ageSec,
  isStale,
  type MarketSymbol,
  newest,
  quoteOf,
  second,
  symbols,
} from '../state/market.js'
import { session } from '../state/session.js'
import { dropIntent, intents, sendAgain, trade } from '../state/trading.js'
import {
  digitsOf,
  grouped,
  pointOf,
  scaled,
  signed,
  typedNumber,
  unscaled,
} from '../text/numbers.js'
import { refusalWords } from '../text/refusals.js'
import { ageText } from '../text/times.js'
import { words } from '../text/words.js'
import { Ladder } from './ladder.js'

/** Answer of `check`: what an order would cost, before it is sent. */
interface Costs {
  readonly order_margin: string | null
  readonly margin_free: string | null
  readonly fee: string | null
  readonly swap_night: string | null
  readonly point_value: string | null
  readonly loss_at_stop: string | null
  readonly profit_at_target: string | null
}

const CHECK_AFTER_MS = 150

/** The order ticket of the chosen symbol. */
export function Ticket() {
  const { ticket: text } = words.value
  const symbol = symbols.value.get(settings.value.symbol)
  return (
    <section class="panel ticket" aria-label={text.title}>
      <div class="title">
        <h2 class="grow">{symbol === undefined ? text.title : `${text.title} ${symbol.name}`}</h2>
        <button
          type="button"
          class="plain icon"
          aria-pressed={settings.value.ladder}
          aria-label={words.value.ladder.title}
          title={words.value.ladder.title}
          onClick={() => set({ ladder: !settings.value.ladder })}
        >
          <Icon name="ladder" />
        </button>
      </div>
      <Open />
      {symbol !== undefined && <Form key={symbol.name} symbol={symbol} />}
      {symbol !== undefined && settings.value.ladder && <Ladder symbol={symbol} />}
    </section>
  )
}

/** Requests whose end is not known, and those that never arrived. */
function Open() {
  const { trade: text } = words.value
  return (
    <>
      {intents.value.map((intent) => (
        <div key={intent.id} class="banner row" role="status">
          <span class="grow">
            <b>{intent.words}</b>
            <br />
            {intent.state === 'sending'
              ? text.sending
              : intent.state === 'unknown'
                ? text.asking
                : text.missed}
          </span>
          {intent.state === 'missed' && (
            <>
              <button type="button" class="small" onClick={() => void sendAgain(intent)}>
                {text.again}
              </button>
              <button type="button" class="small" onClick={() => dropIntent(intent.id)}>
                {text.drop}
              </button>
            </>
          )}
        </div>
      ))}
    </>
  )
}

function Form({ symbol }: { symbol: MarketSymbol }) {
  const { ticket: text } = words.value
  const [kind, setKind] = useState('market')
  const [price, setPrice] = useState('')
  const [trigger, setTrigger] = useState('')
  const [stop, setStop] = useState('')
  const [target, setTarget] = useState('')
  const [expiration, setExpiration] = useState('gtc')
  const [until, setUntil] = useState('')
  const [risk, setRisk] = useState('')
  const { volume } = settings.value
  const isMarket = kind === 'market'
  const prices = {
    ...(typedNumber(stop) === null ? {} : { stop_loss: typedNumber(stop) }),
    ...(typedNumber(target) === null ? {} : { take_profit: typedNumber(target) }),
  }
  const pending = {
    order_kind: kind,
    price: typedNumber(price),
    ...(kind === 'stop_limit' ? { trigger_price: typedNumber(trigger) } : {}),
    expiration,
    ...(expiration.startsWith('specified') && until !== ''
      ? { expires_at: new Date(until).toISOString() }
      : {}),
  }
  const request = (side: 'buy' | 'sell') => {
    const common = { symbol: symbol.name, side, volume: typedNumber(volume) ?? volume, ...prices }
    return isMarket ? { kind: 'open', ...common } : { kind: 'place', ...common, ...pending }
  }
  const costs = useCosts(JSON.stringify(request('buy')), JSON.stringify(request('sell')))
  const why = useWhyNot(symbol)
  const isWhole = typedNumber(volume) !== null && (isMarket || typedNumber(price) !== null)
  const send = (side: 'buy' | 'sell') => {
    if (isMarket) {
      askMarket(side, symbol.name, volume, prices)
      return Promise.resolve()
    }
    const what = text.place(words.value.sides[side], kindWords(kind), `${volume} ${symbol.name}`)
    const act = () => trade(request(side), what)
    if (isOneClick(volume)) return act()
    question.value = {
      title: words.value.trade.confirm(what),
      lines: [`${text.price} ${price}`],
      go: what,
      side,
      act,
    }
    return Promise.resolve()
  }
  const step = pointOf(symbol.digits)
  const from = newest(symbol.name)?.bid ?? '0'
  const stepper = (label: string, value: string, onInput: (value: string) => void) => (
    <Stepper
      label={label}
      value={value}
      step={step}
      digits={symbol.digits}
      from={from}
      onInput={onInput}
    />
  )
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <Choice
        label={text.kind}
        value={kind}
        options={symbol.order_kinds.map((one) => [one, kindWords(one)] as const)}
        onInput={setKind}
      />
      <Stepper
        id="volume"
        label={text.volume}
        value={volume}
        step={symbol.volume_step}
        digits={Math.max(2, digitsOf(symbol.volume_step))}
        from={symbol.volume_min}
        onInput={(value) => set({ volume: value })}
      />
      {!isMarket && (
        <div class="two">
          {stepper(text.price, price, setPrice)}
          {kind === 'stop_limit' && stepper(text.trigger, trigger, setTrigger)}
        </div>
      )}
      <div class="two">
        {stepper(text.stopLoss, stop, setStop)}
        {stepper(text.takeProfit, target, setTarget)}
      </div>
      {typedNumber(stop) !== null && (
        <RiskField
          symbol={symbol}
          risk={risk}
          onRisk={setRisk}
          stop={stop}
          point={costs.buy?.point_value ?? null}
        />
      )}
      {!isMarket && (
        <Choice
          label={text.expiration}
          value={expiration}
          options={symbol.expiration.map((one) => [one, text[one as 'gtc'] ?? one] as const)}
          onInput={setExpiration}
        />
      )}
      {!isMarket && expiration.startsWith('specified') && (
        <div class="field">
          <label for="until">{text.expiration}</label>
          <input
            id="until"
            type="datetime-local"
            value={until}
            onInput={(event) => setUntil(event.currentTarget.value)}
          />
        </div>
      )}
      {why !== '' && (
        <div class="banner" role="status">
          {why}
        </div>
      )}
      <div class="prices">
        <Deal
          side="sell"
          symbol={symbol}
          isOff={why !== '' || !isWhole}
          volume={volume}
          onPress={() => send('sell')}
        />
        <Deal
          side="buy"
          symbol={symbol}
          isOff={why !== '' || !isWhole}
          volume={volume}
          onPress={() => send('buy')}
        />
      </div>
      <CostTable costs={costs} />
    </form>
  )
}

function useWhyNot(symbol: MarketSymbol): string {
  const { ticket: text } = words.value
  if (session.value?.read_only === true) return text.readOnly
  if (lineState.value !== 'live') return text.notLive
  if (terms.value?.trade_enabled === false || symbol.trade_access === 'disabled')
    return text.closedSymbol
  if (second.value < 0 || !isStale(symbol.name)) return ''
  const age = ageSec(symbol.name)
  return age === null ? text.noPrice : text.stale(ageText(age))
}

function Deal(props: {
  side: 'buy' | 'sell'
  symbol: MarketSymbol
  volume: string
  isOff: boolean
  onPress: () => Promise<unknown>
}) {
  const { side, symbol, volume, isOff, onPress } = props
  const { ticket: text } = words.value
  const quote = quoteOf(symbol.name).value
  const what = `${volume} ${symbol.name}`
  const said = side === 'buy' ? text.buy(what) : text.sell(what)
  return (
    <OnceButton class={`deal fill-${side}`} isOff={isOff} onPress={onPress}>
      <span>{said}</span>
      <strong>{(side === 'buy' ? quote?.ask : quote?.bid) ?? '–'}</strong>
    </OnceButton>
  )
}

interface BothCosts {
  readonly buy: Costs | null
  readonly sell: Costs | null
  readonly refused: string
}

/** Asked for anew a moment after a change, and every second. */
function useCosts(buy: string, sell: string): BothCosts {
  const [costs, setCosts] = useState<BothCosts>({ buy: null, sell: null, refused: '' })
  const tick = second.value
  useEffect(() => {
    let isGone = false
    const timer = setTimeout(async () => {
      const [bought, sold] = await Promise.all([
        line()?.ask('check', JSON.parse(buy) as object),
        line()?.ask('check', JSON.parse(sell) as object),
      ])
      if (isGone || bought === null || bought === undefined || sold === null || sold === undefined)
        return
      const refused =
        bought.code === 'ok' || sold.code === 'ok'
          ? ''
          : refusalWords(bought.code ?? '', bought.message ?? '')
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

function CostTable({ costs: { buy, sell, refused } }: { costs: BothCosts }) {
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

/** The volume that loses so much at the stop: by the value of a point, rounded down to a step. */
function RiskField(props: {
  symbol: MarketSymbol
  risk: string
  stop: string
  point: string | null
  onRisk: (risk: string) => void
}) {
  const { symbol, risk, stop, point } = props
  const { ticket: text } = words.value
  const digits = terms.value?.currency_digits ?? 2
  const apply = () => {
    const [typed, at] = [typedNumber(risk), typedNumber(stop)]
    const quote = newest(symbol.name)
    if (typed === null || at === null || quote === undefined || point === null) return
    const volume = settings.value.volume
    const distance = scaled(quote.bid, symbol.digits) - scaled(at, symbol.digits)
    const points = distance < 0n ? -distance : distance
    // The value of a point is that of the volume that was asked for.
    const loss = points * scaled(point, 8)
    if (loss === 0n) return
    const steps = digitsOf(symbol.volume_step)
    const scale = Math.max(2, steps)
    const fits = (scaled(typed, 8) * scaled(volume, scale)) / loss
    const step = scaled(symbol.volume_step, scale)
    const whole = (fits / step) * step
    if (whole > 0n) set({ volume: unscaled(whole, scale) })
  }
  return (
    <div class="row">
      <div class="grow">
        <Stepper
          label={`${text.risk} (${terms.value?.currency ?? ''})`}
          value={risk}
          step="10"
          digits={digits}
          from={unscaled(scaled(money.value?.balance ?? '0', digits) / 100n, digits)}
          onInput={props.onRisk}
        />
      </div>
      <button type="button" class="small" onClick={apply}>
        {text.byRisk}
      </button>
    </div>
  )
}
