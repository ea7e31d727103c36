import { settings } from '../../settings/settings.js'
import { whyWords } from '../../text/desk/why-words.js'
import { grouped } from '../../text/numbers.js'
import { type Clock, clockText } from '../../text/times.js'
import { type Level, type Reached, rangeOf, reachedOf, type Tick } from './levels.js'

/** What the market was among the ticks, and whether it came to the prices that the trade waited for. */
export function TickFigures(props: { ticks: readonly Tick[]; levels: readonly Level[] }) {
  const { ticks: text, levels: names } = whyWords.value
  const { ticks } = props
  const came = props.levels.flatMap((level) => reachedOf(level, ticks) ?? [])
  const at = (tick: Tick, side: 'bid' | 'ask') => (
    <>
      {tick[side]} <span class="faint">{clockText(Date.parse(tick.at))}</span>
    </>
  )
  return (
    <>
      <div class="scroll">
        <table class="list" aria-label={text.figures}>
          <thead>
            <tr>
              <th scope="col">{text.figures}</th>
              <th scope="col" class="num">
                {text.lowest}
              </th>
              <th scope="col" class="num">
                {text.highest}
              </th>
            </tr>
          </thead>
          <tbody>
            {(['bid', 'ask'] as const).map((side) => {
              const range = rangeOf(side, ticks)
              return (
                range !== null && (
                  <tr key={side}>
                    <td>{text.side[side]}</td>
                    <td class="num">{at(range.low, side)}</td>
                    <td class="num">{at(range.high, side)}</td>
                  </tr>
                )
              )
            })}
            <tr>
              <td>{text.count}</td>
              <td class="num" colSpan={2}>
                {grouped(String(ticks.length))}
              </td>
            </tr>
          </tbody>
        </table>
      </div>
      {came.length > 0 && (
        <ul class="why-levels">
          {came.map((one) => (
            <li key={`${one.level.name} ${one.level.price}`}>
              <b>
                {names[one.level.name]} {one.level.price}
              </b>{' '}
              <span class="faint">({text.side[one.level.side]})</span> {cameText(one)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const isStop = ({ name }: Level): boolean => name === 'stopLoss' || name === 'takeProfit'

/** `not reached: 10 points away at the nearest, 1.16510 at 10:03:05`. */
export function cameText(
  { level, came, nearest, points }: Reached,
  clock: Clock = settings.value.times,
): string {
  const { ticks: text } = whyWords.value
  const { side } = level
  const at = (tick: Tick) => clockText(Date.parse(tick.at), clock)
  // Changes of stops are not kept, so a price may be from before the stop was set.
  if (came !== null && isStop(level) && !level.hasFired) {
    return text.unknownSince(at(came), came[side])
  }
  if (came !== null) return text.reached(at(came), came[side])
  return text.notReached(points, at(nearest), nearest[side])
}
