import { whyWords } from '../../text/desk/why-words.js'
import { clockText } from '../../text/times.js'
import type { Step } from '../steps/steps.js'
import type { Level } from './levels.js'
import { priceText } from './tick-figures.js'
import { drawn } from './tick-paths.js'
import { knownUntil, type Ticks } from './use-ticks.js'

const WIDTH = 640
const HEIGHT = 180

/** A graph of bid and ask with the steps of the trade and its price levels. */
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
  const lines = levels.flatMap((level) => linesOf(level, from, to))
  const prices = [...given.map(({ price }) => price), ...lines.map(({ price }) => price)]
  const until = knownUntil(ticks)
  const { x, y, bid, ask } = drawn(items, { width: WIDTH, height: HEIGHT, from, to, until, prices })
  const [first, last] = [clockText(from), clockText(to)]
  return (
    <figure class="why-graph">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.ticks.picture({ low: first, high: last, n: String(items.length) })}
      >
        {lines.map(({ name, price, begin, end }) => (
          <line
            key={`${name} ${price} ${begin}`}
            class={`level ${name}`}
            x1={x(begin)}
            x2={x(end)}
            y1={y(price)}
            y2={y(price)}
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
          {levels
            .filter((level) => linesOf(level, from, to).length > 0)
            .map((level) => (
              <span key={`${level.name} ${level.price} ${level.since}`}>
                <i class={`level ${level.name}`} /> {text.levels[level.name]} {priceText(level)}
              </span>
            ))}
        </span>
        <span class="num">{last}</span>
      </figcaption>
    </figure>
  )
}

/** The visible part of a level: one line for each of its prices. */
function linesOf({ name, prices, until }: Level, from: number, to: number) {
  return prices.flatMap(({ price, since }, i) => {
    const next = prices[i + 1]?.since ?? until
    const begin = Math.max(from, Date.parse(since))
    const end = Math.min(to, next === null ? to : Date.parse(next))
    return end < begin ? [] : [{ name, price: Number(price), begin, end }]
  })
}
