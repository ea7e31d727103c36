import { hourOf, points } from '../../staff/dealing/exposure.js'
import { exposureWords } from '../../text/desk/exposure-words.js'

const WIDTH = 120
const HEIGHT = 20
const HOUR_MS = 3_600_000

/**
 * A graph of the house's net position over the last hour, for the time that the page was open.
 * Floating point is precise enough for drawing.
 */
export function HourLine({ of }: { of: string }) {
  const kept = points.value >= 0 ? hourOf(of) : []
  const [first, newest] = [kept[0], kept.at(-1)]
  if (first === undefined || newest === undefined) return null
  const values = kept.map(({ house }) => Number(house))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const y = (value: number) => HEIGHT - 2 - ((value - low) / (high - low || 1)) * (HEIGHT - 4)
  const x = (at: number) => WIDTH - ((newest.at - at) / HOUR_MS) * WIDTH
  const line = kept.map(({ at }, i) => `${x(at).toFixed(1)},${y(values[i] ?? 0).toFixed(1)}`)
  return (
    <svg
      class="hour-line"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={exposureWords.value.hourOf({ key: of, from: first.house, to: newest.house })}
    >
      <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} />
      {line.length === 1 ? (
        <circle cx={WIDTH - 2} cy={y(values[0] ?? 0)} r="1.5" />
      ) : (
        <polyline points={line.join(' ')} />
      )}
    </svg>
  )
}
