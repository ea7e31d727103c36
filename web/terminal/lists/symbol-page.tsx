import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Field, OnceButton } from '../../look/controls.js'
import { Skeleton } from '../../look/panel-data.js'
import { type MarketSymbol, quoteOf, symbols } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { nameOf } from '../../text/name-of.js'
import { countText, grouped, groupedLots, pointOf, scaled, unscaled } from '../../text/numbers.js'
import { kindWords } from '../../text/terminal/order-words.js'
import { dayName, symbolWords } from '../../text/terminal/symbol-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { wrongNumber } from '../../text/typed-words.js'
import { terms } from '../../trader/account/account.js'
import { moneyWords } from '../../trader/account/money-words.js'
import { line } from '../../trader/connection/link.js'
import type { Costs } from '../../trader/ticket/order-costs.js'
import { defaultsOf, keepDefaults, symbolPage } from '../../trader/ticket/symbol-defaults.js'
import { lotsTyped, volumeOf } from '../../trader/ticket/volumes.js'

/** A symbol's terms and trading hours, and the ticket's default values for it. */
export function SymbolPage({ name }: { name: string }) {
  const symbol = symbols.value.get(name)
  if (symbol === undefined) return <Skeleton />
  return (
    <>
      <p class="faint">{symbol.description}</p>
      <div class="sheets">
        <Contract symbol={symbol} />
        <Orders symbol={symbol} />
        <Margin symbol={symbol} />
        <Swap symbol={symbol} />
        <Hours symbol={symbol} />
        <Own symbol={symbol} />
      </div>
    </>
  )
}

type Fact = readonly [label: string, value: string] | false

function Sheet(props: { title: string; facts: readonly Fact[]; children?: ComponentChildren }) {
  const shown = props.facts.filter((fact) => fact !== false)
  return (
    <section>
      <h3>{props.title}</h3>
      <dl class="facts">
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {props.children}
    </section>
  )
}

const DIGITS = 10
const isNought = (text: string): boolean => scaled(text, DIGITS) === 0n

function Contract({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const { digits, tick_size, tick_value, contract_size, base_currency, profit_currency } = symbol
  const quote = quoteOf(symbol.name).value
  const spread =
    quote === undefined ? '–' : countText(scaled(quote.ask, digits) - scaled(quote.bid, digits))
  const value = unscaled(scaled(contract_size, DIGITS), DIGITS + digits)
  return (
    <Sheet
      title={text.terms}
      facts={[
        [text.contract, `${grouped(plain(contract_size))} ${base_currency}`],
        [text.digits, String(digits)],
        [text.tick, grouped(isNought(tick_size) ? pointOf(digits) : tick_size)],
        isNought(tick_value)
          ? [text.point, `${grouped(plain(value))} ${profit_currency}`]
          : [text.tickValue, `${grouped(plain(tick_value))} ${profit_currency}`],
        [
          text.spread,
          symbol.spread_pts === 0 ? `${spread} (${text.floating})` : countText(symbol.spread_pts),
        ],
      ]}
    />
  )
}

/** Removes trailing zeros from a decimal. */
function plain(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

function Orders({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const { ticket } = words.value
  const { volume_min, volume_max, volume_step, volume_limit } = symbol
  const points = (n: number) => (n === 0 ? text.noBound : text.points({ n }))
  const list = (names: readonly string[], said: (name: string) => string) =>
    names.map(said).join(', ')
  return (
    <Sheet
      title={text.trading}
      facts={[
        [text.access, text.accesses[symbol.trade_access] ?? symbol.trade_access],
        [
          text.volumes,
          text.volumesOf({
            min: grouped(volume_min),
            max: grouped(volume_max),
            step: grouped(volume_step),
          }),
        ],
        !isNought(volume_limit) && [text.limit, grouped(volume_limit)],
        [text.execution, text.executions[symbol.execution] ?? symbol.execution],
        [text.filling, list(symbol.filling, (one) => nameOf(text.fillings, one))],
        [text.kinds, list(symbol.order_kinds, kindWords)],
        [text.expiration, list(symbol.expiration, (one) => ticket[one as 'gtc'] ?? one)],
        [text.stops, points(symbol.stops_level_pts)],
        [text.freeze, points(symbol.freeze_level_pts)],
      ]}
    />
  )
}

/** The margin for an order with the ticket's volume, as the server calculates it. */
function Margin({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const lots = volumeOf(symbol)
  const [costs, setCosts] = useState<Costs | null>(null)
  useEffect(() => {
    const order = { kind: 'open', symbol: symbol.name, side: 'buy', volume: lots } as const
    void line()
      ?.ask('check', order)
      .then((answer) => {
        if (answer?.code === 'ok') setCosts(answer.data)
      })
  }, [symbol.name, lots])
  const { margin_initial, margin_hedged, margin_currency } = symbol
  const known = (label: string, value: string | null | undefined): Fact =>
    value !== null && value !== undefined && [label, moneyWords(value)]
  return (
    <Sheet
      title={text.margin}
      facts={[
        [
          text.marginFixed,
          isNought(margin_initial)
            ? text.byLeverage({ leverage: terms.value?.leverage ?? 0 })
            : `${grouped(margin_initial)} ${margin_currency}`,
        ],
        !isNought(margin_hedged) && [text.hedged, grouped(margin_hedged)],
        known(text.marginNow({ lots: groupedLots(lots) }), costs?.order_margin),
        known(text.commission({ lots: groupedLots(lots) }), costs?.fee),
      ]}
    />
  )
}

function Swap({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const { swap_mode, swap_long, swap_short, swap_days } = symbol
  const isOff = swap_mode === 'disabled'
  const others = swap_days.flatMap((times, i) =>
    times === 1 ? [] : [text.night({ day: dayName(i + 1), times })],
  )
  return (
    <Sheet
      title={text.swaps}
      facts={[
        [text.swapIn, text.swapModes[swap_mode] ?? swap_mode],
        !isOff && [text.long, grouped(plain(swap_long))],
        !isOff && [text.short, grouped(plain(swap_short))],
        !isOff && [text.nights, others.length === 0 ? text.nightsSame : others.join(', ')],
      ]}
    />
  )
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const

function Hours({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const { sessions, trading_opens_at: opens, trading_closes_at: closes } = symbol
  const traded = sessions.filter(({ kind }) => kind === 'trade')
  const next: Fact[] = [
    opens !== null && [text.opens, timeText(opens, false)],
    closes !== null && [text.closes, timeText(closes, false)],
  ]
  const day = (one: number): Fact => {
    const own = traded.filter((session) => session.day === one)
    const hours = own.map(({ from_min, to_min }) => `${minuteText(from_min)}–${minuteText(to_min)}`)
    return [dayName(one), hours.length === 0 ? text.closed : hours.join(', ')]
  }
  if (traded.length === 0)
    return <Sheet title={text.hours} facts={[...next, [text.access, text.always]]} />
  return (
    <Sheet title={text.hours} facts={[...next, ...WEEK.map(day)]}>
      <p class="faint">{text.hoursOf}</p>
    </Sheet>
  )
}

function minuteText(minute: number): string {
  const parts = [Math.floor(minute / 60), minute % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** The volume and stop distances that the ticket uses when the symbol is selected. */
function Own({ symbol }: { symbol: MarketSymbol }) {
  const text = symbolWords()
  const { typed, save } = words.value
  const [own, setOwn] = useState(() => defaultsOf(symbol.name))
  const isPoints = (typed: string) => typed === '' || /^[1-9]\d{0,5}$/.test(typed)
  const isLots = own.lots === '' || lotsTyped(own.lots, symbol) !== null
  const wrong = (isRight: boolean) => (isRight ? undefined : typed.wrong)
  const wrongPoints = (text: string) =>
    isPoints(text) ? undefined : (wrongNumber(text, 0) ?? typed.wrong)
  const isRight = isLots && isPoints(own.stop) && isPoints(own.target)
  const keep = async () => {
    keepDefaults(symbol.name, own)
    symbolPage.value = null
    say('good', symbol.name, text.kept)
  }
  return (
    <section>
      <h3>{text.own}</h3>
      <p class="faint">{text.ownText}</p>
      <div class="stack">
        <Field
          label={text.ownLots}
          value={own.lots}
          inputMode="decimal"
          maxLength={16}
          wrong={wrong(isLots)}
          onInput={(lots) => setOwn({ ...own, lots: lots.trim() })}
        />
        <Field
          label={text.ownStop}
          value={own.stop}
          inputMode="numeric"
          maxLength={6}
          wrong={wrongPoints(own.stop)}
          onInput={(stop) => setOwn({ ...own, stop: stop.trim() })}
        />
        <Field
          label={text.ownTarget}
          value={own.target}
          inputMode="numeric"
          maxLength={6}
          wrong={wrongPoints(own.target)}
          onInput={(target) => setOwn({ ...own, target: target.trim() })}
        />
        <OnceButton class="primary" isOff={!isRight} onPress={keep}>
          {save}
        </OnceButton>
      </div>
    </section>
  )
}
