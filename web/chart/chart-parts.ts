import { effect, signal } from '@preact/signals'
import {
  BarSeries,
  CandlestickSeries,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type Logical,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { after, every } from '../link/clock.js'
import type { TraderLiveOps } from '../link/contract.js'
import { type ChartKind, isDark } from '../settings/settings.js'
import { newest, quoteOf, symbols } from '../state/market.js'
import { shownLanguage } from '../text/loaded.js'
import { grouped } from '../text/numbers.js'
import { dateText, shownSeconds } from '../text/times.js'
import { line, onLive } from '../trader/connection/link.js'
import { atBar, type BarMoment, barAt } from './bar-places.js'
import { beginOfBar, SECONDS } from './bar-times.js'
import { IndicatorLines, type ShownIndicator } from './indicators/indicator-lines.js'
import type { Indicator } from './indicators/kinds.js'
import type { Bar } from './indicators/studies.js'

type Candle = TraderLiveOps['candles']['data']['items'][number]

/** A bar with its moment in UTC, by which it is known. */
interface TimedBar extends Bar, BarMoment {}

/** Styles of lines by the library's numbers. */
const LINE_STYLES = { solid: 0, dotted: 1, dashed: 2, 'long-dashed': 3 } as const
export type LineStyle = keyof typeof LINE_STYLES
/** Between two parts of a chart. */
const SEPARATOR_PX = 1
/** Places that stay free at the right of the newest bar. */
const BEHIND_NEWEST_BARS = 6
const FIRST_BARS = 500
const OLDER_BARS = 1_000
const BARS_MAX = 20_000
const TRUED_MS = 15_000
const DAY_MS = 86_400_000
/** A bar that is over is read soon after: quotes come here fewer than the server makes its bars of. */
const ENDED_MS = 1_000
/** Older bars are asked for when so few are left on the left. */
const NEAR_EDGE = 30

/** The chart of the library, fed with one symbol's bars. */
export class ChartParts {
  /** Whether there are bars to look at. */
  readonly hasBars = signal(false)
  /** The bar under the pointer, else the newest. */
  readonly shownBar = signal<Bar | null>(null)
  readonly newestBar = signal<Bar | null>(null)
  /** The values of indicators at that bar. */
  readonly shownIndicators = signal<readonly ShownIndicator[]>([])
  /** The height at the top that the legend takes. */
  readonly legendPx = signal(0)
  readonly symbol: string
  readonly #timeframe: string
  readonly #chart: IChartApi
  readonly #kind: ChartKind
  readonly #candles: ISeriesApi<'Candlestick' | 'Bar' | 'Line'>
  readonly #stops: (() => void)[] = []
  #bars: TimedBar[] = []
  #shown: readonly Indicator[] = []
  readonly #indicators: IndicatorLines
  #stopEnded: () => void = () => undefined
  /** Whether the chart was removed; a frame drawn after that is given no places. */
  #isGone = false
  /** The place under the pointer. */
  #pointed: number | null = null
  #isReading = false
  #hasAll = false
  readonly #moved = new Set<() => void>()

  constructor(element: HTMLElement, symbol: string, timeframe: string, kind: ChartKind) {
    this.symbol = symbol
    this.#kind = kind
    this.#timeframe = timeframe
    const digits = symbols.value.get(symbol)?.digits ?? 5
    this.#chart = createChart(element, {
      autoSize: true,
      layout: {
        attributionLogo: false,
        background: { color: 'transparent' },
        fontFamily: 'inherit',
      },
      timeScale: { timeVisible: true, secondsVisible: false, rightOffset: BEHIND_NEWEST_BARS },
      rightPriceScale: { minimumWidth: 70 },
      crosshair: { mode: 0 },
      // A finger that was lifted leaves no cross behind.
      trackingMode: { exitMode: 0 },
    })
    this.#indicators = new IndicatorLines(this.#chart)
    const formatter = (price: number) => grouped(price.toFixed(digits))
    const format = { type: 'custom', formatter, minMove: 10 ** -digits } as const
    this.#candles =
      kind === 'line'
        ? this.#chart.addSeries(LineSeries, { priceFormat: format, lineWidth: 2 })
        : kind === 'bars'
          ? this.#chart.addSeries(BarSeries, { priceFormat: format })
          : this.#chart.addSeries(CandlestickSeries, { priceFormat: format })
    // The library marks the last bar in sight, which is not the newest once the chart was scrolled (price-label.tsx).
    this.#candles.applyOptions({ lastValueVisible: false, priceLineVisible: false })
    // The library tells at each drawing that places may be others.
    this.#candles.attachPrimitive({ updateAllViews: () => this.#tellMoved() })
    this.#paint()
    const repaint = () => this.#paint()
    this.#stops.push(
      onFirstWidth(element, () => this.toNewest()),
      effect(() => {
        if (isDark.value !== undefined) requestAnimationFrame(repaint)
      }),
      onLive(() => void this.#readNewest()),
      effect(() => this.#writeIn(shownLanguage.value)),
      effect(() => this.#quoted(quoteOf(symbol).value !== undefined)),
      every(TRUED_MS, () => void this.#trueUp()),
    )
    this.#chart.subscribeCrosshairMove(({ logical }) => {
      this.#pointed = logical ?? null
      this.#tellShownBar()
    })
    this.#chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
      if (range !== null && range.from < NEAR_EDGE) void this.#readOlder()
      this.#tellMoved()
    })
  }

  /** The times of the chart are those of the shown clock, as if they were UTC. */
  #writeIn(locale: string): void {
    const hasTime = this.barMs < DAY_MS
    const timeFormatter = (time: Time) => {
      const [date = '', wall = ''] = new Date(1_000 * Number(time)).toISOString().split('T')
      return hasTime ? `${dateText(date)} ${wall.slice(0, 5)}` : dateText(date)
    }
    this.#chart.applyOptions({ localization: { locale, timeFormatter } })
  }

  remove(): void {
    for (const stop of this.#stops) stop()
    this.#stopEnded()
    this.#isGone = true
    this.#chart.remove()
  }

  /** The height of a price in the chart; null where it is not shown. */
  heightOf(price: number): number | null {
    return this.#isGone ? null : this.#candles.priceToCoordinate(price)
  }

  priceAt(height: number): number | null {
    return this.#isGone ? null : this.#candles.coordinateToPrice(height)
  }

  /** The place of a moment from the left; null where there are no bars. */
  leftOf(at: number): number | null {
    if (this.#isGone || this.#bars.length === 0) return null
    const place = barAt(this.#bars, at, this.barMs) as Logical
    return this.#chart.timeScale().logicalToCoordinate(place)
  }

  momentAt(left: number): number | null {
    if (this.#isGone) return null
    const place = this.#chart.timeScale().coordinateToLogical(left)
    return place === null ? null : atBar(this.#bars, place, this.barMs)
  }

  /** The size of the pane that shows the prices. */
  size(): { readonly width: number; readonly height: number } {
    if (this.#isGone) return { width: 0, height: 0 }
    const width = this.#chart.timeScale().width()
    return { width, height: this.#chart.panes()[0]?.getHeight() ?? 0 }
  }

  /** Whether it is the chart of these; one that was asked for a moment ago is made with the next drawing. */
  isOf(symbol: string, timeframe: string, kind: ChartKind): boolean {
    return symbol === this.symbol && timeframe === this.#timeframe && kind === this.#kind
  }

  get barMs(): number {
    return 1_000 * (SECONDS[this.#timeframe] ?? 60)
  }

  /** Told when prices have other heights, and bars other places. */
  onMoved(run: () => void): () => void {
    this.#moved.add(run)
    return () => this.#moved.delete(run)
  }

  /** Draws a line at a price, in a named colour of the style; on the axis it shows the price. Answers its removal. */
  lineAt(
    price: number,
    colour: string,
    { style, isOnAxis }: { readonly style: LineStyle; readonly isOnAxis: boolean },
  ): () => void {
    if (this.#isGone) return () => undefined
    const drawn = this.#candles.createPriceLine({
      price,
      color: colourNow(colour),
      lineWidth: 1,
      lineStyle: LINE_STYLES[style],
      axisLabelVisible: isOnAxis,
      title: '',
    })
    return () => {
      if (!this.#isGone) this.#candles.removePriceLine(drawn)
    }
  }

  /** The chart as it is now, without what lies over it. */
  picture(): HTMLCanvasElement | null {
    return this.#isGone ? null : this.#chart.takeScreenshot()
  }

  toNewest(): void {
    // At once: an animation ends on its way when a price comes.
    if (!this.#isGone) this.#chart.timeScale().scrollToPosition(BEHIND_NEWEST_BARS, false)
  }

  show(indicators: readonly Indicator[]): void {
    this.#shown = indicators
    if (this.#isGone) return
    this.#indicators.show(indicators, this.#bars, colourNow('--faint'))
    this.#tellShownBar()
    this.#tellMoved()
  }

  /** The top of each pane, that of the prices first. */
  paneTops(): readonly number[] {
    if (this.#isGone) return []
    let top = 0
    return this.#chart.panes().map((pane) => {
      const own = top
      top += pane.getHeight() + SEPARATOR_PX
      return own
    })
  }

  #paint(): void {
    if (this.#isGone) return
    const style = getComputedStyle(document.documentElement)
    const ink = resolved(style, '--faint')
    const grid = resolved(style, '--line')
    const [up, down] = [resolved(style, '--gain'), resolved(style, '--loss')]
    this.#chart.applyOptions({
      layout: { textColor: ink },
      grid: { vertLines: { color: faded(grid) }, horzLines: { color: faded(grid) } },
      rightPriceScale: { borderColor: grid },
      timeScale: { borderColor: grid },
    })
    const colours = { upColor: up, downColor: down }
    this.#candles.applyOptions(
      this.#kind === 'line'
        ? { color: resolved(style, '--accent') }
        : this.#kind === 'bars'
          ? colours
          : {
              ...colours,
              borderUpColor: up,
              borderDownColor: down,
              wickUpColor: up,
              wickDownColor: down,
            },
    )
  }

  async #readNewest(): Promise<void> {
    const found = await this.#read({ limit: FIRST_BARS })
    if (found === null || this.#isGone) return
    this.#bars = found
    this.#hasAll = found.length < FIRST_BARS
    this.#draw()
  }

  async #readOlder(): Promise<void> {
    const [first] = this.#bars
    if (this.#isReading || this.#hasAll || first === undefined || this.#bars.length >= BARS_MAX)
      return
    this.#isReading = true
    const to = new Date(first.at).toISOString()
    const found = await this.#read({ to, limit: OLDER_BARS })
    this.#isReading = false
    if (found === null || this.#isGone) return
    const older = found.filter(({ at }) => at < first.at)
    this.#hasAll = older.length === 0
    this.#bars = [...older, ...this.#bars]
    this.#draw()
  }

  /** Corrects bars made of quotes here with the server's own bars. */
  async #trueUp(): Promise<void> {
    const found = await this.#read({ limit: 3 })
    for (const bar of found ?? []) this.#put(bar)
  }

  async #read(more: object): Promise<TimedBar[] | null> {
    const asked = { symbol: this.symbol, timeframe: this.#timeframe, ...more }
    const answer = await line()?.ask('candles', asked as TraderLiveOps['candles']['args'])
    if (answer?.code !== 'ok') return null
    return answer.data.items.map(barOf)
  }

  #draw(): void {
    this.#candles.setData(this.#bars.map((bar) => this.#drawn(bar)))
    this.show(this.#shown)
    this.hasBars.value = this.#bars.length > 0
    this.#tellShownBar()
  }

  #drawn(bar: TimedBar) {
    const time = bar.time as UTCTimestamp
    return this.#kind === 'line' ? { time, value: bar.close } : { ...bar, time }
  }

  /** The newest bar, one after it, or one that the server knows better. */
  #put(bar: TimedBar): void {
    const last = this.#bars.at(-1)
    if (this.#isGone || last === undefined) return
    let place = this.#bars.length - 1
    while ((this.#bars[place]?.at ?? 0) > bar.at) place--
    const known = this.#bars[place]
    if (known?.at === bar.at) {
      if (isSame(known, bar)) return
      this.#bars[place] = bar
    } else if (bar.at > last.at) {
      this.#bars.push(bar)
      place = this.#bars.length - 1
    } else {
      this.#bars.splice(place + 1, 0, bar)
      this.#draw()
      return
    }
    this.#candles.update(this.#drawn(bar), place < this.#bars.length - 1)
    this.#indicators.follow(this.#bars, place)
    this.#tellShownBar()
    this.#tellMoved()
  }

  #quoted(isThere: boolean): void {
    const quote = newest(this.symbol)
    const last = this.#bars.at(-1)
    if (!isThere || quote === undefined || last === undefined) return
    const price = Number(quote.bid)
    if (quote.at >= last.at + this.barMs) {
      const at = beginOfBar(this.#timeframe, quote.at)
      // The server's own bar comes soon.
      if (at === null) return
      this.#stopEnded()
      this.#stopEnded = after(ENDED_MS, () => void this.#trueUp())
      this.#put({ at, time: shownSeconds(at), open: price, high: price, low: price, close: price })
      return
    }
    if (quote.at < last.at) return
    this.#put({
      ...last,
      close: price,
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
    })
  }

  #tellShownBar(): void {
    const newest = this.#bars.length - 1
    const pointed = this.#pointed ?? newest
    const place = this.#bars[pointed] === undefined ? newest : pointed
    this.shownBar.value = this.#bars[place] ?? null
    this.newestBar.value = this.#bars.at(-1) ?? null
    this.shownIndicators.value = this.#indicators.valuesAt(place)
  }

  #tellMoved(): void {
    for (const run of this.#moved) run()
  }
}

function isSame(one: Bar, other: Bar): boolean {
  return (['open', 'high', 'low', 'close'] as const).every((name) => one[name] === other[name])
}

/** Told each time when an element is seen that had no width before, as a chart in a tab that was not shown. */
function onFirstWidth(element: HTMLElement, run: () => void): () => void {
  let width = element.clientWidth
  const sizes = new ResizeObserver(() => {
    const before = width
    width = element.clientWidth
    if (before === 0 && width > 0) requestAnimationFrame(run)
  })
  sizes.observe(element)
  return () => sizes.disconnect()
}

function barOf({ at: text, open, high, low, close }: Candle): TimedBar {
  const at = Date.parse(text)
  const [o, h, l, c] = [open, high, low, close].map(Number) as [number, number, number, number]
  return { at, time: shownSeconds(at), open: o, high: h, low: l, close: c }
}

const colourNow = (name: string): string =>
  resolved(getComputedStyle(document.documentElement), name)

/** The colour that a variable is now, in a form that a canvas takes. */
function resolved(style: CSSStyleDeclaration, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color === '' ? style.color : color
}

function faded(colour: string): string {
  return colour.startsWith('rgb(')
    ? colour.replace('rgb(', 'rgba(').replace(')', ', 0.45)')
    : colour
}
