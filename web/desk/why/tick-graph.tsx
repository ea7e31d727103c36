import { whyWords } from '../../text/desk/why-words.js'
import { clockText } from '../../text/times.js'
import type { Level } from './levels.js'
import type { Step } from './steps.js'
import { drawn } from './tick-paths.js'
import { knownUntil, type Ticks } from './use-ticks.js'

const WIDTH = 640
const HEIGHT = 180

/** Bid and ask as they were, the steps of the trade where they were done, and the prices that it waited for. */
export function TickGraph(props: {
  ticks: Ticks
  steps: readonly Step[]
  chosen: string | null
  levels: readonly Level[]
}) {
  const { ticks, levels } = props
  const { from, to, items } = ticks
  const text = whyWords.value
  const given = props.steps.flatMap((step) => {
    const at = Date.parse(step.at)
    const price = step.deal?.price ?? step.order?.price ?? null
    return price === null || at < from || at > to ? [] : [{ step, at, price: Number(price) }]
  })
  const prices = [...given.map(({ price }) => price), ...levels.map(({ price }) => Number(price))]
  const until = knownUntil(ticks)
  const { x, y, bid, ask } = drawn(items, { width: WIDTH, height: HEIGHT, from, to, until, prices })
  const [first, last] = [clockText(from), clockText(to)]
  return (
    <figure class="why-graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.ticks.picture(first, last, String(items.length))}
      >
        {levels.map(({ name, price }) => (
          <line
            key={`${name} ${price}`}
            class={`level ${name}`}
            x1="0"
            x2={WIDTH}
            y1={y(Number(price))}
            y2={y(Number(price))}
          />
        ))}
        {given.map(({ step, at }) => (
          <line
            key={step.key}
            class={`moment ${step.key === props.chosen ? 'chosen' : ''}`}
            x1={x(at)}
            x2={x(at)}
            y1="0"
            y2={HEIGHT}
          />
        ))}
        <path class="ask" d={ask} />
        <path class="bid" d={bid} />
      </svg>
      {given.map(({ step, at, price }) => (
        <i
          key={step.key}
          class={`mark ${step.deal?.side ?? step.order?.side ?? ''}`}
          style={{ left: `${(x(at) / WIDTH) * 100}%`, top: `${(y(price) / HEIGHT) * 100}%` }}
        />
      ))}
      <figcaption class="row">
        <span class="num">{first}</span>
        <span class="grow legend">
          <i class="ask" /> {text.ticks.side.ask} <i class="bid" /> {text.ticks.side.bid}
          {levels.map(({ name, price }) => (
            <span key={`${name} ${price}`}>
              <i class={`level ${name}`} /> {text.levels[name]} {price}
            </span>
          ))}
        </span>
        <span class="num">{last}</span>
      </figcaption>
    </figure>
  )
}
