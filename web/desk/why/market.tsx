import { OnceButton, Segments } from '../../look/controls.js'
import { Skeleton } from '../../look/panel-data.js'
import { settings } from '../../settings/settings.js'
import { ask, place } from '../../staff/place.js'
import { periodWords } from '../../text/desk/period-words.js'
import { whyWords } from '../../text/desk/why-words.js'
import { answerWords } from '../../text/refusals.js'
import { clockText, utcText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { TimeField } from '../lists/period.js'
import type { Step, Trade } from '../steps/steps.js'
import type { Level } from './levels.js'
import { TickFigures } from './tick-figures.js'
import { TickGraph } from './tick-graph.js'
import { useTicks } from './use-ticks.js'

/** Choices for the minutes of ticks before and after the moment. */
const SPANS = ['1', '5', '30', '120'] as const
const SPAN = '5'
const MINUTE_MS = 60_000

/** The ticks around the time in the address, or around the selected step. */
export function useMarket(trade: Trade, stepAt: string | null) {
  const { query } = place.value
  const typed = Date.parse(query.get('at') ?? '')
  const minutes = SPANS.find((one) => one === query.get('min')) ?? SPAN
  const at = Number.isNaN(typed) ? Date.parse(stepAt ?? '') : typed
  const { symbol_id: symbolId, group } = trade
  const isKnown = symbolId !== null && !Number.isNaN(at)
  const read = useTicks(isKnown ? { symbolId, group, at, minutes: Number(minutes) } : null)
  const move = (way: 1 | -1) => ask({ at: utcText(at + way * Number(minutes) * MINUTE_MS) })
  const widen = (way: 1 | -1) => {
    const next = SPANS[SPANS.indexOf(minutes) + way]
    if (next !== undefined) ask({ min: next })
  }
  return {
    ...read,
    at,
    minutes,
    isKnown,
    move,
    onKey(key: string): boolean {
      if (!isKnown) return false
      if (key === 'ArrowLeft') move(-1)
      else if (key === 'ArrowRight') move(1)
      else if (key === '+') widen(1)
      else if (key === '-' || key === '−') widen(-1)
      else return false
      return true
    },
  }
}

/** The market around that time: graph and figures. */
export function Market(props: {
  trade: Trade
  market: ReturnType<typeof useMarket>
  steps: readonly Step[]
  chosen: string | null
  levels: readonly Level[]
}) {
  const { market, trade } = props
  const { ticks, refused, at, minutes } = market
  const { ticks: text } = whyWords.value
  const clock = periodWords.value.clocks[settings.value.times]
  if (trade.symbol === null) {
    return <p class="faint why-part">{text.noSymbol}</p>
  }
  const title = text.title({ symbol: trade.symbol, group: trade.group })
  return (
    <section class="why-part" aria-label={title}>
      <h2>{title}</h2>
      <div class="row wrap why-tools">
        <TimeField
          label={`${text.around} (${clock})`}
          value={market.isKnown ? utcText(at) : ''}
          onValue={(value) => ask({ at: value })}
        />
        <Segments
          label={text.span}
          value={minutes}
          options={SPANS.map((one) => [one, `± ${text.minutes({ n: one })}`] as const)}
          onInput={(min) => ask({ min })}
        />
        <button type="button" class="small" onClick={() => market.move(-1)}>
          <kbd>←</kbd> {text.earlier}
        </button>
        <button type="button" class="small" onClick={() => market.move(1)}>
          {text.later} <kbd>→</kbd>
        </button>
      </div>
      {refused !== null ? (
        <div class="banner bad row wrap" role="alert">
          <span class="grow">{answerWords(refused)}</span>
          <OnceButton class="small" onPress={market.again}>
            {words.value.read.again}
          </OnceButton>
        </div>
      ) : ticks === null ? (
        <Skeleton />
      ) : ticks.items.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <>
          {ticks.next !== null && (
            <p class="banner">{text.cut({ time: clockText(Date.parse(ticks.next)) })}</p>
          )}
          <TickGraph
            ticks={ticks}
            steps={props.steps}
            chosen={props.chosen}
            levels={props.levels}
          />
          <TickFigures ticks={ticks.items} levels={props.levels} />
          <p class="faint">{text.note}</p>
        </>
      )}
    </section>
  )
}
