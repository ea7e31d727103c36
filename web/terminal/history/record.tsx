import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { serverNow } from '../../link/clock.js'
import { amountLook } from '../../look/amount.js'
import { OnceButton } from '../../look/controls.js'
import { type PanelData, ReadPanel } from '../../look/panel-data.js'
import { countText, grouped, unscaled } from '../../text/numbers.js'
import { recordWords } from '../../text/terminal/record-words.js'
import { words } from '../../text/terminal/words.js'
import { shownSeconds } from '../../text/times.js'
import { deals, terms } from '../../trader/account/account.js'
import { moneyWords } from '../../trader/account/money-words.js'
import {
  type ClosedPosition,
  type DayRow,
  equityLine,
  recordOf,
  type TradeRecord,
} from '../../trader/account/record.js'
import { allPages } from './all-pages.js'
import { EquityLine } from './equity-line.js'
import type { Page } from './history-rows.js'
import { dayOf } from './history-spans.js'
import { RecordParts, shareText } from './record-parts.js'

interface Histories {
  readonly closed: Page<ClosedPosition>
  readonly days: Page<DayRow>
  /** The number of deals at the time of reading. */
  readonly deals: number
}

/** The trading record: statistics of closed positions and days since a date. */
export function Record({ from }: { from: Date }) {
  const read = useHistories(from)
  return (
    <ReadPanel read={read}>
      {(histories) =>
        histories.closed.items.length === 0 ? (
          <p class="empty">{words.value.history.empty}</p>
        ) : (
          <Figures histories={histories} again={read.again} />
        )
      }
    </ReadPanel>
  )
}

/** Reads the histories only once, because a long period has many pages. */
function useHistories(from: Date): PanelData<Histories> {
  const [data, setData] = useState<Histories | null>(null)
  const [refused, setRefused] = useState<Answer<unknown> | null>(null)
  const read = async (isWanted: () => boolean) => {
    const begin = from.toISOString()
    const count = deals.value
    // A fixed end time prevents positions closed meanwhile from shifting rows to the next page.
    const end = new Date(serverNow()).toISOString()
    const closed = await allPages('closed', { from: begin, to: end })
    const days = await allPages('daily', { from: dayOf(from) })
    if (!isWanted()) return
    setRefused(closed.ok ? (days.ok ? null : days) : closed)
    if (closed.ok && days.ok) setData({ closed: closed.data, days: days.data, deals: count })
  }
  useEffect(() => {
    let isGone = false
    void read(() => !isGone)
    return () => {
      isGone = true
    }
  }, [])
  return { data, refused, again: () => read(() => true) }
}

function Figures({ histories, again }: { histories: Histories; again: () => Promise<void> }) {
  const text = recordWords.value
  const { closed, days } = histories
  const record = recordOf(closed.items, terms.value?.currency_digits ?? 2, hourOf)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the focus to scroll it
    <section class="scroll record" tabIndex={0} aria-label={words.value.history.record}>
      {closed.total > closed.items.length && (
        <p class="faint">
          {text.newestOnly({
            read: countText(closed.items.length),
            total: countText(closed.total),
          })}
        </p>
      )}
      {deals.value > histories.deals && (
        <p class="row">
          <span>{text.sinceThen}</span>
          <OnceButton class="small" onPress={again}>
            {text.again}
          </OnceButton>
        </p>
      )}
      <Sums record={record} />
      <EquityLine points={equityLine(days.items)} />
      <div class="parts">
        <RecordParts title={text.bySymbol} parts={record.symbols} nameOf={(name) => name} />
        <RecordParts
          title={text.byHour}
          parts={record.hours}
          nameOf={(hour) => text.hour({ hour: hour.padStart(2, '0') })}
        />
        <RecordParts
          title={text.byLength}
          parts={record.lengths}
          nameOf={(place) => text.lengths[Number(place)] ?? place}
        />
      </div>
    </section>
  )
}

function Sums({ record }: { record: TradeRecord }) {
  const text = recordWords.value
  const { count, wins, net, averageWin, averageLoss, factorHundredths, drawdown } = record
  const money = (amount: string | null) => (amount === null ? '–' : moneyWords(amount, true))
  const fall = /[1-9]/.test(drawdown) ? `-${drawdown}` : drawdown
  const factor = factorHundredths === null ? '–' : grouped(unscaled(factorHundredths, 2))
  const facts: readonly (readonly [string, string, string?])[] = [
    [text.net, money(net), amountLook(net)],
    [text.count, countText(count)],
    [text.winRate, shareText(wins, count)],
    [text.averageWin, money(averageWin)],
    [text.averageLoss, money(averageLoss)],
    [text.factor, factor],
    [text.drawdown, money(fall)],
  ]
  return (
    <dl class="sums">
      {facts.map(([label, value, look]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={look ?? ''}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The hour of a time in the displayed time zone. */
function hourOf(at: string): number {
  return Math.floor(shownSeconds(Date.parse(at)) / 3_600) % 24
}
