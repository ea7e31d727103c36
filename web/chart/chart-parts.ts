import { effect, signal } from '@preact/signals'
import {
  BarSeries,
  CandlestickSeries,
  createChart,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  type Logical,
  type UTCTimestamp,
} from 'lightweight-charts'
import { every } from '../link/clock.js'
import { type ChartKind, isDark } from '../settings/settings.js'
import { line, onLive } from '../state/link.js'
import { newest, quoteOf, symbols } from '../state/market.js'
import { shownSeconds } from '../text/times.js'
import { atBar, type BarMoment, barAt } from './bar-places.js'
import { figuresOf } from './indicators/figures.js'
import type { Bar } from './indicators/indicators.js'

interface Candle {
  readonly at: string
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
}

/** A bar with its moment in UTC, by which it is known. */
interface TimedBar extends Bar, BarMoment {}

export const SECONDS: Readonly<Record<string, number>> = {
  M1: 60,
  M5: 300,
  M15: 900,
  M30: 1_800,
  H1: 3_600,
  H4: 14_400,
  D1: 86_400,
  W1: 604_800,
  MN: 2_592_000,
}
/** As the library numbers them. */
const LINE_STYLES = { solid: 0, dotted: 1, dashed: 2, 'long-dashed': 3 } as const
export type LineStyle = keyof typeof LINE_STYLES
const FIRST_BARS = 500
const OLDER_BARS = 1_000
const BARS_MAX = 20_000
const TRUED_MS = 15_000
/** Older bars are asked for when so few are left on the left. */
const NEAR_EDGE = 30

/** The chart of the library, fed with one symbol's bars. */
export class ChartParts {
  /** Whether there are bars to look at. */
  readonly hasBars = signal(false)
  /** The bar under the pointer, else the newest. */
  readonly shownBar = signal<Bar | null>(null)
  /** So much of the top is taken by the legend. */
  readonly legendPx = signal(0)
  readonly symbol: string
  readonly #timeframe: string
  readonly #chart: IChartApi
  readonly #kind: ChartKind
  readonly #candles: ISeriesApi<'Candlestick' | 'Bar' | 'Line'>
  readonly #stops: (() => void)[] = []
  #bars: TimedBar[] = []
  #shown: readonly string[] = []
  #lines: ISeriesApi<'Line' | 'Histogram'>[] = []
  /** Who still draws a frame of a chart that is gone is told of no places. */
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
      timeScale: { timeVisible: true, secondsVisible: false, rightOffset: 6 },
      rightPriceScale: { minimumWidth: 70 },
      crosshair: { mode: 0 },
    })
    const format = { type: 'price', precision: digits, minMove: 10 ** -digits } as const
    this.#candles =
      kind === 'line'
        ? this.#chart.addSeries(LineSeries, { priceFormat: format, lineWidth: 2 })
        : kind === 'bars'
          ? this.#chart.addSeries(BarSeries, { priceFormat: format })
          : this.#chart.addSeries(CandlestickSeries, { priceFormat: format })
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

  remove(): void {
    for (const stop of this.#stops) stop()
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

  /** How large the part is in which prices are. */
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

  /** In a colour of the style by its name; where it is on the axis, its price is told there. */
  lineAt(
    price: number,
    colour: string,
    { style, isOnAxis }: { readonly style: LineStyle; readonly isOnAxis: boolean },
  ): () => void {
    if (this.#isGone) return () => undefined
    const drawn = this.#candles.createPriceLine({
      price,
      color: resolved(getComputedStyle(document.documentElement), colour),
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
    if (!this.#isGone) this.#chart.timeScale().scrollToRealTime()
  }

  show(names: readonly string[]): void {
    this.#shown = names
    if (this.#isGone) return
    for (const series of this.#lines) this.#chart.removeSeries(series)
    while (this.#chart.panes().length > 1) this.#chart.removePane(this.#chart.panes().length - 1)
    this.#lines = []
    let pane = 1
    for (const name of names) {
      const isOwn = /^(RSI|MACD|ATR|Stoch)/.test(name)
      for (const [kind, colour, values] of figuresOf(name, this.#bars)) {
        const options = {
          color: colour,
          lineWidth: 1,
          priceLineVisible: false,
          lastValueVisible: false,
        } as const
        const at = isOwn ? pane : 0
        const series =
          kind === 'bars'
            ? this.#chart.addSeries(HistogramSeries, options, at)
            : this.#chart.addSeries(LineSeries, options, at)
        series.setData(
          values.flatMap((value, i) => {
            const time = this.#bars[i]?.time
            return value === null || time === undefined
              ? []
              : [{ time: time as UTCTimestamp, value }]
          }),
        )
        this.#lines.push(series)
      }
      if (isOwn) pane++
    }
    this.#tellMoved()
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

  /** What was made of quotes here is put right by the server's own bars. */
  async #trueUp(): Promise<void> {
    const found = await this.#read({ limit: 3 })
    for (const bar of found ?? []) this.#put(bar)
  }

  async #read(more: object): Promise<TimedBar[] | null> {
    const asked = { symbol: this.symbol, timeframe: this.#timeframe, ...more }
    const answer = await line()?.ask('candles', asked)
    if (answer?.code !== 'ok') return null
    return (answer.data.items as readonly Candle[]).map(barOf)
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

  #put(bar: TimedBar): void {
    const last = this.#bars.at(-1)
    if (this.#isGone || last === undefined || bar.at < last.at) return
    if (bar.at === last.at) this.#bars[this.#bars.length - 1] = bar
    else this.#bars.push(bar)
    this.#candles.update(this.#drawn(bar))
    this.#tellShownBar()
    this.#tellMoved()
  }

  #quoted(isThere: boolean): void {
    const quote = newest(this.symbol)
    const last = this.#bars.at(-1)
    if (!isThere || quote === undefined || last === undefined) return
    const price = Number(quote.bid)
    const length = 1_000 * (SECONDS[this.#timeframe] ?? 60)
    if (quote.at >= last.at + length) {
      // Days, weeks and months begin when the server's clock says so: its own bar comes soon.
      if (length > 14_400_000) return
      const at = Math.floor(quote.at / length) * length
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
    const at = this.#pointed === null ? undefined : this.#bars[this.#pointed]
    this.shownBar.value = at ?? this.#bars.at(-1) ?? null
  }

  #tellMoved(): void {
    for (const run of this.#moved) run()
  }
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
