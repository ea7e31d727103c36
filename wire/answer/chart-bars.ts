import type { ChartData, ChartPoint } from '../../engine/reports/section.js'
import { htmlText } from '../format/html-text.js'
import type { Language } from '../generated/languages.js'
import { lettersIn } from '../words/reader-language.js'
import { box, htmlLabel, numberText, round, svg, tick, WIDTH } from './chart-parts.js'

/** Horizontal bars with names, one per line, with the value at the end of the bar. */
const BARS_MAX = 20
const BAR_HEIGHT = 22
const NAME_MAX = 22
const CHARACTER = 7.6
/** The width that the chart reserves for values. */
const VALUES = 60

export interface NamedBars {
  readonly drawn: string
  /** A note about how many bars were left out. */
  readonly note: string
}

export function barsByName(data: ChartData, language: Language): NamedBars {
  return linesOf(data, language, ({ label, value }, x, top) => {
    const kind = value < 0 ? 'minus' : 'plus'
    const width = Math.max(Math.abs(x(value) - x(0)), 0.5)
    const place = [Math.min(x(value), x(0)), top, width, BAR_HEIGHT - 6] as const
    return [box(kind, place, htmlLabel(label, value, language)), value]
  })
}

/** Bars with bought volume to the right and sold volume to the left, and the net value. */
export function sidesByName(data: ChartData, language: Language): NamedBars {
  const [first = '', other = ''] = data.names
  return linesOf(data, language, ({ value, second = 0 }, x, top) => {
    const net = value - second
    const at = round(x(net))
    const height = BAR_HEIGHT - 6
    const sides =
      box('plus', [x(0), top, x(value) - x(0), height], htmlLabel(first, value, language)) +
      box(
        'second',
        [x(-second), top, x(0) - x(-second), height],
        htmlLabel(other, second, language),
      )
    const mark = `<line class="net" x1="${at}" x2="${at}" y1="${top - 2}" y2="${top + height + 2}"/>`
    return [sides + mark, net]
  })
}

type At = (value: number) => number
/** Draws one line. Returns its shapes and the value to print at its end. */
type Line = (point: ChartPoint, x: At, top: number) => readonly [shapes: string, value: number]

function linesOf(
  { points: given, title, unit }: ChartData,
  language: Language,
  line: Line,
): NamedBars {
  const { charts: text } = lettersIn(language)
  const points = given.slice(0, BARS_MAX)
  const values = points.flatMap(({ value, second = 0 }) => [value, -second])
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const longest = Math.max(...points.map(({ label }) => nameOf(label).length))
  const left = Math.ceil(longest * CHARACTER) + 10
  const x: At = (value) => left + ((value - low) / (high - low || 1)) * (WIDTH - left - VALUES)
  const height = points.length * BAR_HEIGHT + 6
  const rows = points.map((point, i) => {
    const top = i * BAR_HEIGHT + 5
    const [shapes, value] = line(point, x, top)
    const name = `<text class="name" x="0" y="${top + 12}">${htmlText(nameOf(point.label))}</text>`
    return `${name}${shapes}<text class="end" x="${WIDTH}" y="${top + 12}">${tick(value, language)}</text>`
  })
  const zero = `<line class="zero" x1="${round(x(0))}" x2="${round(x(0))}" y1="0" y2="${height}"/>`
  const said = points.map(({ label, value, second }) => {
    const number = numberText(value, language)
    return second === undefined
      ? `${label} ${number}`
      : text.pair({ label, value: number, second: numberText(second, language) })
  })
  const of = unit === '' ? title : `${title}, ${unit}`
  const drawn = svg(height, `${of}: ${said.join('; ')}`, [...rows, zero])
  const note =
    given.length > points.length ? text.part({ shown: points.length, total: given.length }) : ''
  return { drawn, note }
}

function nameOf(label: string): string {
  if (label === '') return '-'
  return label.length > NAME_MAX ? `${label.slice(0, NAME_MAX - 1)}…` : label
}
