import { useMemo } from 'preact/hooks'
import type { Side } from '../../link/contract.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { kindWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import type { RestingKind, RowMark } from '../../trader/ladder-rows.js'

/**
 * Everything that a row shows, as texts and numbers, so that unchanged rows are not rendered again.
 */
interface RowProps {
  readonly row: bigint
  readonly price: string
  readonly look: string
  readonly bid: string
  readonly bidShare: number
  readonly ask: string
  readonly askShare: number
  /** The type of order that a click here would place; null for none. */
  readonly buy: RestingKind | null
  readonly sell: RestingKind | null
  /** The volume and symbol of an order that a click would place. */
  readonly what: string
  readonly marks: readonly RowMark[] | undefined
  /** The side whose button is the tab stop. */
  readonly tabSide: Side | null
  readonly isOff: boolean
  /** Whether trading is not possible, so that the row has no buttons. */
  readonly isLooking: boolean
}

/** A row of the ladder, rendered only when one of its properties has changed. */
export function LadderRow(props: RowProps) {
  return useMemo(() => <Cells {...props} />, Object.values(props))
}

function Cells(props: RowProps) {
  const { price, look, bid, bidShare, ask, askShare, marks = [] } = props
  const stops = marks.filter(({ what }) => what !== 'open')
  const held = marks.filter(({ what }) => what === 'open').map(({ side }) => `held-${side}`)
  return (
    <tr class={[look, ...held].join(' ')}>
      <td class="own buys">
        <Open marks={marks} side="buy" />
      </td>
      <td class="vol bid">
        <Bar share={bidShare} />
        <span>{bid}</span>
        <Place {...props} side="buy" kind={props.buy} />
      </td>
      <th scope="row" class="at">
        {stops.map((mark) => (
          <Stop key={`${mark.what}${mark.side}`} mark={mark} />
        ))}
        {price}
      </th>
      <td class="vol ask">
        <Bar share={askShare} />
        <span>{ask}</span>
        <Place {...props} side="sell" kind={props.sell} />
      </td>
      <td class="own sells">
        <Open marks={marks} side="sell" />
      </td>
    </tr>
  )
}

function Bar({ share }: { share: number }) {
  return share === 0 ? null : <i class="bar" style={{ width: `${share}%` }} />
}

function Place({ row, price, what, side, kind, tabSide, isOff, isLooking }: PlaceProps) {
  if (isLooking) return null
  const { sides, ticket, trade } = words.value
  const place =
    kind === null ? sides[side] : ticket.place({ side: sides[side], kind: kindWords(kind), what })
  return (
    <button
      type="button"
      class={`place ${side}`}
      data-row={String(row)}
      data-side={side}
      tabIndex={tabSide === side ? 0 : -1}
      aria-disabled={isOff || kind === null}
      aria-label={`${place} ${trade.at({ price })}`}
    />
  )
}

type PlaceProps = RowProps & { readonly side: Side; readonly kind: RestingKind | null }

/** The volume that was opened at this price. */
function Open({ marks, side }: { marks: readonly RowMark[]; side: Side }) {
  const { ladder, sides } = words.value
  const mark = marks.find((one) => one.what === 'open' && one.side === side)
  if (mark === undefined) return null
  const said = ladder.position({
    side: sides[side],
    volume: groupedLots(mark.volume),
    price: grouped(mark.price),
  })
  return (
    <span class={`mark ${side}`} title={said}>
      <span class="hidden">{said}</span>
      <span aria-hidden="true">
        {side === 'buy' ? '▲' : '▼'} {groupedLots(mark.volume)}
      </span>
    </span>
  )
}

function Stop({ mark: { what, side, volume, price } }: { mark: RowMark }) {
  const { chart, positions, sides, trade } = words.value
  const isStop = what === 'stop_loss'
  const name = isStop ? chart.stopLoss : chart.takeProfit
  const said = `${name}: ${sides[side]} ${groupedLots(volume)} ${trade.at({ price: grouped(price) })}`
  return (
    <span class={`tag ${isStop ? 'loss' : 'gain'}`} title={said}>
      <span class="hidden">{said}</span>
      <span aria-hidden="true">{isStop ? positions.stopLoss : positions.takeProfit}</span>
    </span>
  )
}
