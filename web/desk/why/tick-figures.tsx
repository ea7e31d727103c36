import { ShortTable } from '../../look/table/short-table.js'
import { settings } from '../../settings/settings.js'
import { whyWords } from '../../text/desk/why-words.js'
import { countText, grouped } from '../../text/numbers.js'
import { type Clock, clockText } from '../../text/times.js'
import { type Level, type ReachedLevel, rangeOf, reachedOf, type Tick } from './levels.js'

/** Figures of the ticks, and whether the market reached the trade's price levels. */
export function TickFigures(props: { ticks: readonly Tick[]; levels: readonly Level[] }) {
  const { ticks: text, levels: names } = whyWords.value
  const { ticks } = props
  const came = props.levels.flatMap((level) => reachedOf(level, ticks) ?? [])
  const at = (tick: Tick, side: 'bid' | 'ask') => (
    <>
      {grouped(tick[side])} <span class="faint">{clockText(Date.parse(tick.at))}</span>
    </>
  )
  const rows = [
    ...(['bid', 'ask'] as const).flatMap((side) => {
      const range = rangeOf(side, ticks)
      if (range === null) return []
      return [{ name: text.side[side], low: at(range.low, side), high: at(range.high, side) }]
    }),
    { name: text.count, low: '', high: countText(ticks.length) },
  ]
  return (
    <>
      <ShortTable
        label={text.figures}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          { id: 'name', label: text.figures, cell: ({ name }) => name },
          { id: 'low', label: text.lowest, isNumber: true, cell: ({ low }) => low },
          { id: 'high', label: text.highest, isNumber: true, cell: ({ high }) => high },
        ]}
      />
      {came.length > 0 && (
        <ul class="why-levels">
          {came.map((one) => (
            <li key={`${one.level.name} ${one.level.price} ${one.level.since}`}>
              <b>
                {names[one.level.name]} {priceText(one.level)}
              </b>{' '}
              <span class="faint">({sideText(one.level)})</span> {cameText(one)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isStop = ({ name }: Level): boolean => name === 'stopLoss' || name === 'takeProfit'

/** The price as text, such as `1.10000`, or `1.10000 → 1.10240` for a trailing stop that moved. */
export function priceText({ prices, price }: Level): string {
  const first = prices[0]?.price ?? price
  return first === price ? grouped(price) : `${grouped(first)} → ${grouped(price)}`
}

/** The compared side and the time in force, such as `Bid, from 10:03:05 until 10:09:41`. */
export function sideText(level: Level, clock: Clock = settings.value.times): string {
  const { ticks: text } = whyWords.value
  const at = (time: string) => clockText(Date.parse(time), clock)
  const side = text.side[level.side]
  if (!isStop(level) || !level.isSure) return side
  const { since, until } = level
  return `${side}, ${until === null ? text.from({ time: at(since) }) : text.fromUntil({ time: at(since), end: at(until) })}`
}

/** The result as text, such as `not reached: 10 points away at the nearest, 1.16510 at 10:03:05`. */
export function cameText(
  { level, came, nearest, points }: ReachedLevel,
  clock: Clock = settings.value.times,
): string {
  const { ticks: text } = whyWords.value
  const { side } = level
  const at = (tick: Tick) => clockText(Date.parse(tick.at), clock)
  // The tick may be older than the stop, because the server did not yet record changes at that time.
  if (came !== null && isStop(level) && !level.isSure && !level.hasFired) {
    return text.unknownSince({ time: at(came), price: grouped(came[side]) })
  }
  if (came !== null) return text.reached({ time: at(came), price: grouped(came[side]) })
  return text.notReached({ points, time: at(nearest), price: grouped(nearest[side]) })
}
