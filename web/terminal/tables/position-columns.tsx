import { computed } from '@preact/signals'
import { amountLook, amountText } from '../../look/amount.js'
import { SymbolButton } from '../../look/symbol-button.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { isGain, isLoss, signed } from '../../text/numbers.js'
import { tableWords } from '../../text/tables/table-words.js'
import { words } from '../../text/terminal/words.js'
import { timeText } from '../../text/times.js'
import { type Position, positionList } from '../../trader/account/account.js'
import { floating } from '../../trader/account/floating.js'
import {
  figuresOf,
  groupFigures,
  type PositionFigures,
  pointsBetween,
  totalOf,
} from '../../trader/account/position-figures.js'
import type { PositionGroup } from '../../trader/account/position-groups.js'
import { lotsText } from '../../trader/ticket/volumes.js'
import { openGroups, toggleGroup } from './open-groups.js'

/** A row of the table: a position, or a group of positions of one symbol and side. */
export type PositionLine = Position | PositionGroup

export function isGroup(line: PositionLine): line is PositionGroup {
  return 'positions' in line
}

function figures(line: PositionLine): PositionFigures {
  return isGroup(line) ? groupFigures(line) : figuresOf(line)
}

/** A value that only single positions have; null for a group. */
function single<Value>(of: (position: Position) => Value) {
  return (line: PositionLine): Value | null => (isGroup(line) ? null : of(line))
}

type PointsOf = (position: Position, now: string | null) => string | null

const points: PointsOf = (one, now) => pointsBetween(one.side, one.price_open, now, one.digits)
const toStop: PointsOf = (one, now) => pointsBetween(one.side, one.stop_loss, now, one.digits)
const toTarget: PointsOf = (one, now) => pointsBetween(one.side, now, one.take_profit, one.digits)

export const positionColumns = computed<readonly ListColumn<PositionLine>[]>(() => {
  const { positions: text, sides } = words.value
  const more = tableWords.value
  const { text: plain, number, amount, gain, written } = columnKinds<PositionLine>()
  const pointsBy = (of: PointsOf) => single((one) => of(one, figuresOf(one).now))
  return [
    plain('symbol', text.symbol, ({ symbol }) => symbol, {
      narrow: 'row',
      cell: (line) => <SymbolCell line={line} />,
    }),
    plain('side', text.side, ({ side }) => sides[side], {
      narrow: 'row',
      look: ({ side }) => side,
    }),
    number('volume', text.volume, ({ symbol, volume }) => lotsText(symbol, volume), {
      narrow: 'row',
    }),
    number('open', text.open, (line) => (isGroup(line) ? line.average : line.price_open), {
      narrow: 'below',
    }),
    number('now', text.now, (line) => figures(line).now, { narrow: 'below' }),
    gain('net', more.net, (line) => figures(line).net, {
      name: more.netOpenName,
      narrow: 'row',
      total: <NetTotal />,
    }),
    gain('profit', text.profit, (line) => figures(line).profit, {
      narrow: 'below',
      total: <SumTotal of={({ profit }) => profit} />,
    }),
    amount('swap', text.swap, (line) => figures(line).swap, {
      narrow: 'below',
      total: <SumTotal of={({ swap }) => swap} />,
    }),
    number(
      'stopLoss',
      text.stopLoss,
      single((one) => one.stop_loss),
      { narrow: 'below' },
    ),
    number(
      'takeProfit',
      text.takeProfit,
      single((one) => one.take_profit),
      { narrow: 'below' },
    ),
    plain(
      'id',
      more.id,
      single(({ id }) => id),
      { isNumber: true, narrow: 'below' },
    ),
    plain(
      'opened',
      text.time,
      single(({ opened_at }) => opened_at),
      {
        isNumber: true,
        look: () => 'faint',
        cell: single(({ opened_at }) => timeText(opened_at, false)),
      },
    ),
    number('toStop', more.toStop, pointsBy(toStop), { name: more.toStopName, isExtra: true }),
    number('toTarget', more.toTarget, pointsBy(toTarget), {
      name: more.toTargetName,
      isExtra: true,
    }),
    gain('points', more.points, pointsBy(points), { name: more.pointsName, isExtra: true }),
    plain(
      'trailing',
      more.trailing,
      single(({ trailing_pts }) => trailing_pts || null),
      {
        name: more.trailingName,
        isNumber: true,
        isExtra: true,
      },
    ),
    written(
      'comment',
      more.comment,
      single(({ comment }) => comment),
      { isExtra: true },
    ),
  ]
})

/** The symbol, which a click shows on the chart. For a group it is the button that expands it. */
function SymbolCell({ line }: { line: PositionLine }) {
  if (!isGroup(line)) return <SymbolButton name={line.symbol} />
  const { key, symbol, side, positions } = line
  const isOpen = openGroups.value.has(key)
  return (
    <button
      type="button"
      class="plain small bare"
      aria-expanded={isOpen}
      aria-label={words.value.positions.groupOpen({ what: `${words.value.sides[side]} ${symbol}` })}
      onClick={() => toggleGroup(key)}
    >
      {isOpen ? '▾' : '▸'} {symbol} × {positions.length}
    </button>
  )
}

/** The total net profit, as in the page header, including commission that belongs to no row. */
function NetTotal() {
  const { net, commission } = floating.value
  const isDue = isGain(commission) || isLoss(commission)
  const unknown = totalOf(positionList.value.map((one) => figuresOf(one).net)).unknown
  if (net === null) return <SumTotal of={(one) => one.net} />
  return (
    <>
      <Gain amount={net} />
      {isDue && (
        <span class="faint">
          {' '}
          {words.value.positions.dueCommission({ amount: signed(commission) })}
        </span>
      )}
      {unknown > 0 && (
        <span class="faint"> {words.value.positions.unknown({ count: unknown })}</span>
      )}
    </>
  )
}

function Gain({ amount }: { amount: string }) {
  return <span class={amountLook(amount)}>{amountText(amount)}</span>
}

/** The total of all known values, and the number of positions without one. */
function SumTotal({ of }: { of: (figures: PositionFigures) => string | null }) {
  const { sum: known, unknown } = totalOf(positionList.value.map((one) => of(figuresOf(one))))
  const isNone = unknown === positionList.value.length
  return (
    <>
      {isNone ? '–' : <Gain amount={known} />}
      {unknown > 0 && (
        <span class="faint"> {words.value.positions.unknown({ count: unknown })}</span>
      )}
    </>
  )
}
