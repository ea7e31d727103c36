import { dateOfDay, dayNumber } from '../../engine/calendar/server-day.js'
import type { ChartData, ChartPoint } from '../../engine/reports/section.js'
import { htmlText } from '../format/html-text.js'
import type { Language } from '../generated/languages.js'
import { lettersIn } from '../words/reader-language.js'
import { writtenIn } from '../words/text-format.js'
import { barsByName, sidesByName } from './chart-bars.js'
import { box, dateText, htmlLabel, numberText, round, svg, tick, WIDTH } from './chart-parts.js'

/**
 * Draws a chart as SVG without styles; the page sets colours by class. Charts by day follow the
 * calendar, so a day without trades is a gap. All other charts are bars by name, largest first.
 */
const HEIGHT = 200
const LEFT = 54
const RIGHT = 10
const BOTTOM = 26
const TOP = 10
/** The largest width of a bar; wider ones look like blocks. */
const BAR_MAX = 30
/** A line over more days than this has no dots. */
const DOTS_MAX = 45
const LABELS_MAX = 5
const DATE_WIDTH = 70
/**
 * The maximum number of bars. With more days, a bar sums up several days, and a line shows the last
 * day of each span.
 */
const BARS_MAX = 120
const SPANS_DAYS = [1, 7, 30, 91]
const LONGEST_SPAN_DAYS = 365

export function chartOf(data: ChartData, language: Language = 'en'): string {
  const { title, unit, points, isByDay, kind } = data
  if (points.length === 0) return ''
  const { drawn, note } = isByDay
    ? byDay(data, language)
    : kind === 'sides'
      ? sidesByName(data, language)
      : barsByName(data, language)
  const said = [unit, note].filter((text) => text !== '').join(', ')
  const small = said === '' ? '' : ` <small>${htmlText(said)}</small>`
  return `<figure><figcaption>${htmlText(title)}${small}${legend(data, language)}</figcaption>${drawn}</figure>\n`
}

function legend({ names, kind }: ChartData, language: Language): string {
  const [first = '', second = ''] = names
  if (second === '') return ''
  const { net: text } = lettersIn(language).charts
  const net = kind === 'sides' ? `<small class="key net">${htmlText(text)}</small>` : ''
  return ` <small class="key">${htmlText(first)}</small> <small class="key second">${htmlText(second)}</small>${net}`
}

/** Consecutive days that are drawn as one bar or point. */
interface Slot {
  readonly label: string
  readonly value: number
  readonly second: number | undefined
}

function byDay(
  data: ChartData,
  language: Language,
): { readonly drawn: string; readonly note: string } {
  const { charts: text } = lettersIn(language)
  const { kind, points } = data
  const first = dayNumber(points[0]?.label ?? '')
  const last = dayNumber(points.at(-1)?.label ?? '')
  const days = SPANS_DAYS.find((span) => (last - first + 1) / span <= BARS_MAX) ?? LONGEST_SPAN_DAYS
  const span = text.span({ days })
  const slots = slotsOf(points, kind, first, days)
  const values = [...slots.values()].flatMap(({ value, second }) => [value, second ?? value])
  // Bars start at zero. A line does not include zero, so that its movement is visible.
  const base = kind === 'line' ? [] : [0]
  const scale = scaleOf(Math.min(...base, ...values), Math.max(...base, ...values))
  const count = Math.floor((last - first) / days) + 1
  const step = (WIDTH - LEFT - RIGHT) / count
  const x = (i: number): number => LEFT + (i + 0.5) * step
  const shapes =
    kind === 'line' ? lines(slots, x, scale.y, language) : bars(slots, x, step, scale.y, language)
  const label = labelOf(data, slots.size, span, language)
  const parts = [...grid(scale, language), ...shapes, ...dates(first, days, count, x, language)]
  return { drawn: svg(HEIGHT, label, parts), note: days === 1 ? '' : text.eachOf({ span }) }
}

function slotsOf(
  points: readonly ChartPoint[],
  kind: ChartData['kind'],
  first: number,
  days: number,
): Map<number, Slot> {
  const slots = new Map<number, Slot>()
  for (const { label, value, second } of points) {
    const i = Math.floor((dayNumber(label) - first) / days)
    const before = kind === 'line' ? undefined : slots.get(i)
    const sum = value + (before?.value ?? 0)
    slots.set(i, { label: before?.label ?? label, value: sum, second })
  }
  return slots
}

interface Scale {
  readonly ticks: readonly number[]
  readonly y: (value: number) => number
}

/** An axis between two round values, with about four steps. */
function scaleOf(low: number, high: number): Scale {
  const span = high - low || Math.abs(high) || 1
  const power = 10 ** Math.floor(Math.log10(span / 4))
  const step = [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= span / 4) ?? span
  const from = Math.floor(low / step)
  const to = Math.max(Math.ceil(high / step), from + 1)
  const ticks = Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step)
  const height = HEIGHT - TOP - BOTTOM
  const y = (value: number): number => TOP + ((to * step - value) / ((to - from) * step)) * height
  return { ticks, y }
}

function grid({ ticks, y }: Scale, language: Language): string[] {
  return ticks.map((value) => {
    const at = round(y(value))
    const kind = value === 0 ? 'zero' : 'grid'
    return (
      `<line class="${kind}" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/>` +
      `<text class="end" x="${LEFT - 6}" y="${round(at + 4)}">${tick(value, language)}</text>`
    )
  })
}

function dates(
  first: number,
  days: number,
  count: number,
  x: (i: number) => number,
  language: Language,
): string[] {
  const every = Math.ceil(count / LABELS_MAX)
  const shown = Array.from({ length: Math.ceil(count / every) }, (_, i) => i * every)
  return shown.map((i, n) => {
    const date = dateOfDay(first + i * days)
    const before = n === 0 ? '' : dateOfDay(first + (i - every) * days)
    const isNewYear = date.slice(0, 4) !== before.slice(0, 4)
    const at = Math.min(x(i), WIDTH - DATE_WIDTH / 2)
    return `<text class="mid" x="${round(at)}" y="${HEIGHT - 7}">${dateText(date, isNewYear, language)}</text>`
  })
}

type At = (at: number) => number

function bars(
  slots: ReadonlyMap<number, Slot>,
  x: At,
  step: number,
  y: At,
  language: Language,
): string[] {
  const width = Math.min(step * 0.8, BAR_MAX)
  return [...slots].map(([i, { label, value }]) => {
    const top = Math.min(y(value), y(0))
    const height = Math.max(Math.abs(y(value) - y(0)), 0.5)
    const kind = value < 0 ? 'minus' : 'plus'
    return box(kind, [x(i) - width / 2, top, width, height], htmlLabel(label, value, language))
  })
}

function lines(slots: ReadonlyMap<number, Slot>, x: At, y: At, language: Language): string[] {
  const all = [...slots]
  const through = (of: (slot: Slot) => number | undefined, kind: string): string[] => {
    const places = all.flatMap(([i, slot]) => {
      const value = of(slot)
      return value === undefined ? [] : [[round(x(i)), round(y(value)), slot.label, value] as const]
    })
    const dots = places.length > DOTS_MAX ? places.slice(-1) : places
    return [
      `<polyline class="line${kind}" points="${places.map(([a, b]) => `${a},${b}`).join(' ')}"/>`,
      ...dots.map(([a, b, label, value]) => {
        return `<circle class="dot${kind}" cx="${a}" cy="${b}" r="3"><title>${htmlLabel(label, value, language)}</title></circle>`
      }),
    ]
  }
  const hasSecond = all.some(([, { second }]) => second !== undefined)
  const second = hasSecond ? through((slot) => slot.second, ' second') : []
  return [...second, ...through(({ value }) => value, '')]
}

function labelOf(
  { title, unit, points }: ChartData,
  count: number,
  span: string,
  language: Language,
): string {
  const values = points.map(({ value }) => value)
  const of = unit === '' ? title : `${title}, ${unit}`
  const [low = '', high = ''] = [Math.min(...values), Math.max(...values)].map((value) =>
    numberText(value, language),
  )
  const { date } = writtenIn(language)
  const [first, last] = [date(points[0]?.label ?? ''), date(points.at(-1)?.label ?? '')]
  return lettersIn(language).charts.values({ of, count, span, first, last, low, high })
}
