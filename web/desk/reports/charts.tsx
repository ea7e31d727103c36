import type { ReportSection } from '../../staff/records.js'
import { reportNames, reportsWords } from '../../text/desk/reports-words.js'
import { knownName, nameOf } from '../../text/name-of.js'
import { grouped } from '../../text/numbers.js'
import { formatCell } from './cells.js'
import { type Chart, chartSlots, type Slot, shortNumber } from './chart-slots.js'

/**
 * Small charts of a report: bars or lines by day, otherwise bars of the largest names. The totals
 * have the exact sums.
 */
export function Charts({ charts }: { charts: ReportSection['charts'] }) {
  const text = reportsWords.value
  const drawn = charts.filter(({ points }) => points.length > 0)
  if (drawn.length === 0) return null
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
    <section class="report-charts" aria-label={text.charts} tabIndex={0}>
      {drawn.map((chart) => (
        <figure key={`${chart.title} ${chart.unit}`}>
          <figcaption>
            {titleSaid(chart)}
            <Legend chart={chart} />
          </figcaption>
          {chart.by_day ? <ByDay chart={chart} /> : <ByName chart={chart} />}
        </figure>
      ))}
    </section>
  )
}

function titleSaid({ title, unit }: Chart): string {
  const { charts, units } = reportNames.value
  const own = nameOf(charts, title)
  return unit === '' ? own : `${own}, ${nameOf(units, unit)}`
}

function Legend({ chart }: { chart: Chart }) {
  const text = reportsWords.value
  const [first, second] = chart.names
  if (first === undefined || second === undefined) return null
  const label = (name: string) =>
    knownName(reportNames.value.columns, name.replaceAll(' ', '_')) ?? name
  return (
    <small class="faint">
      {' '}
      <i class="key" /> {label(first)} <i class="key second" /> {label(second)} · {text.net}
    </small>
  )
}

const WIDTH = 420
const HEIGHT = 120
const FOOT = 16

function ByDay({ chart }: { chart: Chart }) {
  const text = reportsWords.value
  const { slots, days, count } = chartSlots(chart)
  const values = slots.map(({ value }) => value)
  const base = chart.kind === 'line' ? [] : [0]
  const [low, high] = [Math.min(...base, ...values), Math.max(...base, ...values)]
  const y = (value: number) => 8 + ((high - value) / (high - low || 1)) * (HEIGHT - FOOT - 12)
  const step = WIDTH / count
  const x = (i: number) => (i + 0.5) * step
  const [first, last] = [slots[0]?.label ?? '', slots.at(-1)?.label ?? '']
  const says = text.chartSays({ title: titleSaid(chart), n: slots.length, first, last })
  return (
    <>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={says}>
        {low < 0 && high > 0 && <line class="zero" x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />}
        {chart.kind === 'line' ? (
          <Line slots={slots} x={x} y={y} />
        ) : (
          slots.map(({ i, label, value }) => (
            <rect
              key={i}
              class={value < 0 ? 'minus' : 'plus'}
              x={x(i) - Math.min(step * 0.4, 12)}
              width={Math.min(step * 0.8, 24)}
              y={Math.min(y(value), y(0))}
              height={Math.max(0.5, Math.abs(y(value) - y(0)))}
            >
              <title>{`${label}: ${grouped(shortNumber(value))}`}</title>
            </rect>
          ))
        )}
        <text x="0" y={HEIGHT - 3}>
          {first}
        </text>
        {last !== first && (
          <text x={WIDTH} y={HEIGHT - 3} text-anchor="end">
            {last}
          </text>
        )}
      </svg>
      <small class="faint num">
        {grouped(shortNumber(low))} – {grouped(shortNumber(high))}
        {days > 1 ? ` · ${text.each({ span: text.eachDays({ n: days }) })}` : ''}
      </small>
    </>
  )
}

function Line(props: {
  slots: readonly Slot[]
  x: (i: number) => number
  y: (v: number) => number
}) {
  const { slots, x, y } = props
  const [only] = slots
  if (slots.length === 1 && only !== undefined) {
    return <circle cx={x(only.i)} cy={y(only.value)} r="3" />
  }
  return (
    <polyline
      points={slots.map(({ i, value }) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}
    />
  )
}

const NAMES_MAX = 8

/**
 * A bar chart by name, largest first. Charts with two values show bought to one side and sold to
 * the other.
 */
function ByName({ chart }: { chart: Chart }) {
  const shown = chart.points.slice(0, NAMES_MAX)
  const most =
    Math.max(...shown.flatMap(({ value, second }) => [Math.abs(value), second ?? 0])) || 1
  const share = (value: number) => `${((Math.abs(value) / most) * 100).toFixed(1)}%`
  const hasSides = chart.kind === 'sides'
  return (
    <ul class={`report-bars ${hasSides ? 'sides' : ''}`} aria-label={titleSaid(chart)}>
      {shown.map(({ label, value, second }) => (
        <li key={label}>
          <span title={label}>{formatCell(label, chart.by ?? '', 'text')}</span>
          {hasSides && (
            <span class="left">
              <i class="second" style={{ width: share(second ?? 0) }} />
            </span>
          )}
          <span>
            <i class={value < 0 ? 'minus' : 'plus'} style={{ width: share(value) }} />
          </span>
          <b class="num">{grouped(shortNumber(value - (hasSides ? (second ?? 0) : 0)))}</b>
        </li>
      ))}
    </ul>
  )
}
