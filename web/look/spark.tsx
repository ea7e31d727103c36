const WIDTH = 240
const HEIGHT = 36
const GAP = 2

/** A bar of a small graph. Floating point is precise enough for drawing. */
interface SparkBar {
  readonly up: number
  /** The depth of the bar below the base line: zero or negative. */
  readonly down: number
  readonly title: string
}

/** A small bar graph with space for `slots` bars, so that it fills from the left during the day. */
export function SparkBars(props: {
  bars: readonly SparkBar[]
  slots: number
  says: string
  isPlain?: boolean
}) {
  const { bars, says, isPlain = false } = props
  const y = scale(
    bars.flatMap(({ up, down }) => [up, down]),
    0,
  )
  const step = WIDTH / Math.max(props.slots, bars.length, 1)
  const rect = (i: number, value: number, look: string) =>
    value === 0 ? null : (
      <rect
        class={look}
        x={i * step + GAP / 2}
        width={step - GAP}
        y={Math.min(y(value), y(0))}
        height={Math.max(1, Math.abs(y(value) - y(0)))}
      />
    )
  return (
    <Drawing says={says}>
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
      {bars.map(({ up, down, title }, i) => (
        <g key={i}>
          <title>{title}</title>
          {rect(i, up, isPlain ? '' : 'plus')}
          {rect(i, down, 'minus')}
        </g>
      ))}
    </Drawing>
  )
}

/** A small line graph that starts at zero. */
export function SparkLine(props: {
  values: readonly number[]
  slots: number
  says: string
  look: string
}) {
  const { values, says, look } = props
  const y = scale(values, 0)
  const step = WIDTH / Math.max(props.slots, values.length, 1)
  const points = [0, ...values].map((value, i) => `${(i * step).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <Drawing says={says}>
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
      <polyline class={look} points={points.join(' ')} />
    </Drawing>
  )
}

function Drawing({ says, children }: { says: string; children: preact.ComponentChildren }) {
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={says}
    >
      {children}
    </svg>
  )
}

/** Maps values to heights, so that all of them and zero fit. */
function scale(values: readonly number[], zero: number): (value: number) => number {
  const [low, high] = [Math.min(zero, ...values), Math.max(zero, ...values)]
  return (value) => 2 + ((high - value) / (high - low || 1)) * (HEIGHT - 4)
}
