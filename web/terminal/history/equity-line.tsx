import { recordWords } from '../../text/terminal/record-words.js'
import { dateText } from '../../text/times.js'
import { moneyWords } from '../../trader/account/money-words.js'
import type { EquityPoint } from '../../trader/account/record.js'

const WIDTH = 1_000
const HEIGHT = 160
const EDGE = 6

/** A graph of the account's daily equity, scaled from its lowest to its highest value. */
export function EquityLine({ points }: { points: readonly EquityPoint[] }) {
  const text = recordWords.value
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) {
    return <p class="faint">{text.noDays}</p>
  }
  const ranked = points.toSorted((one, other) => Number(one.amount) - Number(other.amount))
  const [low, high] = [ranked[0] ?? first, ranked.at(-1) ?? last]
  const [least, most] = [Number(low.amount), Number(high.amount)]
  const places = points.map(({ amount }, i) => {
    const x = (WIDTH * i) / (points.length - 1)
    const share = most === least ? 0.5 : (Number(amount) - least) / (most - least)
    return `${x.toFixed(1)},${(HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)).toFixed(1)}`
  })
  const [lowest, highest] = [moneyWords(low.amount), moneyWords(high.amount)]
  return (
    <figure class="equity">
      <figcaption>{text.equity}</figcaption>
      <div class="row faint">
        <span class="grow">{highest}</span>
        <span>{moneyWords(last.amount)}</span>
      </div>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.line({ from: first.date, to: last.date, low: lowest, high: highest })}
      >
        <polyline points={places.join(' ')} />
      </svg>
      <div class="row faint">
        <span class="grow">{lowest}</span>
        <span>
          {dateText(first.date)} – {dateText(last.date)}
        </span>
      </div>
    </figure>
  )
}
