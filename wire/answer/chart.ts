import type { ChartData } from '../../engine/reports/series.js'
import { htmlText } from './html-text.js'

/**
 * A chart as SVG with attributes alone: colours are the page's, by class. Days are drawn from left to right, all others
 * as bars with their names, the largest first.
 */
const WIDTH = 560
const HEIGHT = 240
const LEFT = 70
const BOTTOM = 24
const TOP = 8
const BARS_MAX = 20
const BAR_HEIGHT = 22
const NAME_WIDTH = 130
/** More days than this are drawn as the sums, or the last values, of several. */
const DAYS_MAX = 180

export function chartOf(data: ChartData): string {
  const { title, points, kind, isByDay } = data
  if (points.length === 0) return ''
  const drawn = isByDay ? byDay(points, kind) : byName(points)
  return `<figure><figcaption>${htmlText(title)}</figcaption>${drawn}</figure>\n`
}

type Points = ChartData['points']

function byDay(given: Points, kind: ChartData['kind']): string {
  const points = fewer(given, kind)
  const values = points.map(({ value }) => value)
  // Bars stand on zero; a line shows how it moves.
  const base = kind === 'line' ? [] : [0]
  const [low, high] = [Math.min(...base, ...values), Math.max(...base, ...values)]
  const span = high - low || 1
  const plot = { width: WIDTH - LEFT - 8, height: HEIGHT - TOP - BOTTOM }
  const y = (value: number): number => TOP + ((high - value) / span) * plot.height
  const step = plot.width / points.length
  const x = (i: number): number => LEFT + i * step
  const lines = ticks(low, high).map((tick) => {
    const at = round(y(tick))
    return (
      `<line class="grid" x1="${LEFT}" x2="${WIDTH - 8}" y1="${at}" y2="${at}"/>` +
      `<text class="end" x="${LEFT - 6}" y="${at + 4}">${short(tick)}</text>`
    )
  })
  const ends = [0, points.length - 1].map((i) => {
    const at = i === 0 ? LEFT : WIDTH - 8
    return `<text${i === 0 ? '' : ' class="end"'} x="${at}" y="${HEIGHT - 6}">${htmlText(points[i]?.label ?? '')}</text>`
  })
  const shapes =
    kind === 'line'
      ? [
          `<polyline class="line" points="${points
            .map(({ value }, i) => `${round(x(i) + step / 2)},${round(y(value))}`)
            .join(' ')}"/>`,
        ]
      : points.map(({ label, value }, i) => {
          const top = Math.min(y(value), y(0))
          const height = Math.max(Math.abs(y(value) - y(0)), 0.5)
          return bar(x(i) + step * 0.1, top, step * 0.8, height, label, value)
        })
  return svg(HEIGHT, title(points), [
    ...lines,
    ...shapes,
    ...(points.length > 1 ? ends : ends.slice(0, 1)),
  ])
}

function byName(given: Points): string {
  const points = given.slice(0, BARS_MAX)
  const values = points.map(({ value }) => value)
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const span = high - low || 1
  const width = WIDTH - NAME_WIDTH - 80
  const x = (value: number): number => NAME_WIDTH + ((value - low) / span) * width
  const rows = points.map(({ label, value }, i) => {
    const top = i * BAR_HEIGHT + 3
    const left = Math.min(x(value), x(0))
    const long = Math.max(Math.abs(x(value) - x(0)), 0.5)
    const name = label.length > 22 ? `${label.slice(0, 21)}…` : label
    return (
      `<text x="0" y="${top + 13}">${htmlText(name)}</text>` +
      bar(left, top, long, BAR_HEIGHT - 6, label, value) +
      `<text x="${round(Math.max(x(value), x(0)) + 6)}" y="${top + 13}">${short(value)}</text>`
    )
  })
  return svg(points.length * BAR_HEIGHT + 6, title(points), rows)
}

function svg(height: number, label: string, parts: readonly string[]): string {
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${htmlText(label)}">${parts.join('')}</svg>`
}

function bar(
  x: number,
  y: number,
  width: number,
  height: number,
  label: string,
  value: number,
): string {
  const box = `x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
  const said = htmlText(`${label}: ${plain(value)}`)
  return `<rect class="${value < 0 ? 'minus' : 'plus'}" ${box}><title>${said}</title></rect>`
}

function title(points: Points): string {
  const [first, last] = [points[0], points.at(-1)]
  return `${points.length} values, from ${first?.label ?? ''} to ${last?.label ?? ''}`
}

/** Bars of several days are their sum, a line goes through the last of them. */
function fewer(points: Points, kind: ChartData['kind']): Points {
  const together = Math.ceil(points.length / DAYS_MAX)
  if (together <= 1) return points
  const groups = Array.from({ length: Math.ceil(points.length / together) }, (_, i) =>
    points.slice(i * together, (i + 1) * together),
  )
  return groups.map((group) => {
    const values = group.map(({ value }) => value)
    const sum = values.reduce((a, b) => a + b, 0)
    return { label: group[0]?.label ?? '', value: kind === 'line' ? (values.at(-1) ?? 0) : sum }
  })
}

/** Round values between the ends, some four of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low || 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough
  const first = Math.ceil(low / step)
  const last = Math.floor(high / step)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

const UNITS = [
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const

function short(value: number): string {
  const unit = UNITS.find(([size]) => Math.abs(value) >= size)
  if (unit === undefined) return plain(value)
  return `${plain(value / unit[0])} ${unit[1]}`
}

function plain(value: number): string {
  return String(Number(value.toFixed(2)))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
