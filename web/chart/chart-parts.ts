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
import { shownLanguage } from '../text/load-texts.js'
import { grouped } from '../text/numbers.js'
import { dateText, shownSeconds } from '../text/times.js'
import { line, onLive } from '../trader/connection/link.js'
import { atBar, type BarMoment, barAt } from './bar-places.js'
import { beginOfBar, SECONDS } from './bar-times.js'
import { IndicatorLines, type ShownIndicator } from './indicators/indicator-lines.js'
import type { Indicator } from './indicators/kinds.js'
import type { Bar } from './indicators/studies.js'

type Candle = TraderLiveOps['candles']['data']['items'][number]

/** A bar with its start in UTC, which identifies it. */
interface TimedBar extends Bar, BarMoment {}

/** The line styles with the numbers that the library gives them. */
const LINE_STYLES = { solid: 0, dotted: 1, dashed: 2, 'long-dashed': 3 } as const
export type LineStyle = keyof typeof LINE_STYLES
/** The height of the line between two panes. */
const SEPARATOR_PX = 1
/** The number of empty positions to the right of the newest bar. */
const BEHIND_NEWEST_BARS = 6
const FIRST_BARS = 500
const OLDER_BARS = 1_000
const BARS_MAX = 20_000
const TRUED_MS = 15_000
const DAY_MS = 86_400_000
/** The delay after a bar ends until it is read from the server, whose bar contains more quotes. */
const ENDED_MS = 1_000
/** Older bars are loaded when fewer than this are left on the left. */
const NEAR_EDGE = 30

/** Wraps the chart library for one symbol. */
export class ChartParts {
  /** Whether there are any bars. */
  readonly hasBars = signal(false)
  /** The bar under the pointer, or the newest one. */
  readonly shownBar = signal<Bar | null>(null)
  readonly newestBar = signal<Bar | null>(null)
  /** The values of the indicators at that bar. */
  readonly shownIndicators = signal<readonly ShownIndicator[]>([])
  /** The height of the legend at the top. */
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
  /** Whether the chart was removed. No later frame may use it. */
  #isGone = false
  /** The position under the pointer. */
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
      // The crosshair disappears when the finger is lifted.
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
    // The library labels the last visible bar, which is not the newest after scrolling (price-label.tsx).
    this.#candles.applyOptions({ lastValueVisible: false, priceLineVisible: false })
    // The library calls this on each drawing, when positions may have changed.
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

  /** The chart shows times in the displayed time zone, passed to the library as if they were UTC. */
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

  /** The vertical position of a price; null if it is not visible. */
  heightOf(price: number): number | null {
    return this.#isGone ? null : this.#candles.priceToCoordinate(price)
  }

  priceAt(height: number): number | null {
    return this.#isGone ? null : this.#candles.coordinateToPrice(height)
  }

  /** The horizontal position of a time; null without bars. */
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

  /** The size of the price pane in pixels. */
  size(): { readonly width: number; readonly height: number } {
    if (this.#isGone) return { width: 0, height: 0 }
    const width = this.#chart.timeScale().width()
    return { width, height: this.#chart.panes()[0]?.getHeight() ?? 0 }
  }

  /**
   * Whether this is the chart for these values. After a change the new chart is created with the
   * next render.
   */
  isOf(symbol: string, timeframe: string, kind: ChartKind): boolean {
    return symbol === this.symbol && timeframe === this.#timeframe && kind === this.#kind
  }

  get barMs(): number {
    return 1_000 * (SECONDS[this.#timeframe] ?? 60)
  }

  /**
   * Calls `run` when prices or bars have moved on the screen. Returns a function that unsubscribes.
   */
  onMoved(run: () => void): () => void {
    this.#moved.add(run)
    return () => this.#moved.delete(run)
  }

  /**
   * Draws a line at a price in a named colour of the style sheet, optionally with a label on the
   * axis. Returns a function that removes it.
   */
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

  /** The chart as an image, without overlays. */
  picture(): HTMLCanvasElement | null {
    return this.#isGone ? null : this.#chart.takeScreenshot()
  }

  toNewest(): void {
    // Without animation, which a new price would interrupt.
    if (!this.#isGone) this.#chart.timeScale().scrollToPosition(BEHIND_NEWEST_BARS, false)
  }

  show(indicators: readonly Indicator[]): void {
    this.#shown = indicators
    if (this.#isGone) return
    this.#indicators.show(indicators, this.#bars, colourNow('--faint'))
    this.#tellShownBar()
    this.#tellMoved()
  }

  /** The tops of all panes, the price pane first. */
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

  /** Corrects bars built from quotes here with the server's bars. */
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

  /** Updates the newest bar, adds the next one, or corrects an older one. */
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
      // The server's own bar replaces it soon.
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

/** Calls `run` each time an element becomes visible, such as a chart on a hidden tab. */
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

/** The current colour of a CSS variable in a format that a canvas accepts. */
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
