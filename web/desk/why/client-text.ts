import { settings } from '../../settings/settings.js'
import { currencyOf } from '../../staff/settings/groups-and-symbols.js'
import { whyWords } from '../../text/desk/why-words.js'
import { grouped, groupedLots, signed, sum } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { askedText, headText, whoText } from '../steps/step-words.js'
import type { Step, Trade } from '../steps/steps.js'
import { changeLines } from './change-words.js'
import { type Level, rangeOf, reachedOf } from './levels.js'
import { cameText, priceText, sideText } from './tick-figures.js'
import type { ChangesOfTrade } from './use-changes.js'
import { knownUntil, type Ticks } from './use-ticks.js'

/** A text about the trade for its client. It names no staff and no internal data. */
export function clientText(
  trade: Trade,
  steps: readonly Step[],
  ticks: Ticks | null,
  levels: readonly Level[],
  changes: ChangesOfTrade | null,
): string {
  const { letter, of } = whyWords.value
  const { kind, id } = trade
  const head = letter.head({ what: of[kind]({ n: String(id) }), trade: whatText(trade) })
  return [
    head,
    letter.clock[clockOf()],
    '',
    ...steps.map(stepText),
    ...(changes === null ? [] : changeLines(trade, changes, momentText)),
    ...sumLines(trade),
    ...(ticks === null ? [] : tickLines(ticks, levels)),
  ]
    .join('\n')
    .trim()
}

/** The client's time zone is unknown, so times are in UTC or in server time. */
const clockOf = (): 'utc' | 'server' => (settings.value.times === 'server' ? 'server' : 'utc')

const momentText = (at: string | number): string => timeText(at, true, clockOf())

function whatText({ position, closed, orders, deals, symbol }: Trade): string {
  const { letter } = whyWords.value
  const [order] = orders
  const held = position ?? closed
  if (held === null && order === undefined) return deals.map((deal) => deal.action).join(', ')
  const side = held?.side ?? order?.side
  const lots = held?.volume ?? order?.volume_initial ?? ''
  return (side === 'buy' ? letter.bought : letter.sold)({
    lots: groupedLots(lots),
    symbol: symbol ?? '',
  })
}

function stepText(step: Step): string {
  const { letter } = whyWords.value
  const { deal } = step
  const asked = askedText(step)
  const parts = [
    headText(step),
    ...(deal?.price == null ? [] : [letter.at({ price: grouped(deal.price) })]),
    letter.askedBy({ who: whoText(step, true) }),
    ...(asked === null ? [] : [letter.asked({ what: asked })]),
    ...pointsSaid(step.worse),
    ...(deal?.bid == null || deal.ask === null
      ? []
      : [letter.market({ bid: grouped(deal.bid), ask: grouped(deal.ask) })]),
  ]
  return letter.step({ time: momentText(step.at), what: parts.join(', ') })
}

function pointsSaid(worse: bigint | null): string[] {
  const { letter } = whyWords.value
  if (worse === null || worse === 0n) return []
  return [worse > 0n ? letter.worse({ points: worse }) : letter.better({ points: -worse })]
}

function sumLines({ deals, group, digits }: Trade): string[] {
  const { letter } = whyWords.value
  if (!deals.some(({ entry }) => entry !== 'in')) return []
  if (digits === null) return []
  const of = (name: 'profit' | 'swap' | 'commission') => sumOf(deals.map((deal) => deal[name]))
  const [profit, swap, commission] = [of('profit'), of('swap'), of('commission')]
  return [
    '',
    letter.sums({
      profit: signed(profit),
      swap: signed(swap),
      commission: grouped(commission),
      currency: currencyOf(group),
    }),
  ]
}

export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  return sum(amounts, digits)
}

function tickLines(ticks: Ticks, levels: readonly Level[]): string[] {
  const { letter, ticks: text, levels: names } = whyWords.value
  const { items, from } = ticks
  const sides = (['bid', 'ask'] as const).flatMap((side) => {
    const range = rangeOf(side, items)
    if (range === null) return []
    const { low, high } = range
    return [
      letter.extremes({
        side: text.side[side],
        low: grouped(low[side]),
        lowAt: momentText(low.at),
        high: grouped(high[side]),
        highAt: momentText(high.at),
      }),
    ]
  })
  if (sides.length === 0) return []
  const came = levels.flatMap((level) => {
    const reached = reachedOf(level, items)
    if (reached === null) return []
    return [
      letter.level({
        name: names[level.name],
        price: priceText(level),
        side: sideText(level, clockOf()),
        what: cameText(reached, clockOf()),
      }),
    ]
  })
  return [
    '',
    letter.range({ from: momentText(from), to: momentText(knownUntil(ticks)) }),
    ...sides,
    ...came,
  ]
}
