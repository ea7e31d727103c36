import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Side } from '../../link/contract.js'
import { isStale, type MarketSymbol, second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { countText, grouped, groupedLots } from '../../text/numbers.js'
import { kindWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { fieldText } from '../../text/typed-numbers.js'
import { orderList, positionList, terms } from '../../trader/account/account.js'
import { lineState } from '../../trader/connection/link.js'
import {
  type Grid,
  kindAt,
  type LadderMarket,
  type LadderPrices,
  marketIn,
  marksByRow,
  middleRow,
  type OrderGroup,
  orderGroups,
  priceOfRow,
  type RestingKind,
  volumeIn,
} from '../../trader/ladder-rows.js'
import { mayTrade } from '../../trader/requests/sending.js'
import { ladderLines, sendTicket } from '../../trader/requests/ticket-acts.js'
import { lotsTyped, typedVolume } from '../../trader/ticket/volumes.js'
import { groupWords, LadderOrders, type Moving, pricesOf } from './ladder-orders.js'
import { LadderRow } from './ladder-row.js'
import { type LadderView, useLadderView } from './ladder-view.js'

/** A cell in the columns of volumes. */
interface Spot {
  readonly row: bigint
  readonly side: Side
}

interface BookProps {
  readonly symbol: MarketSymbol
  readonly grid: Grid
  readonly prices: LadderPrices
  /** Holds the function that scrolls the market back into the middle. */
  readonly centre: { current: () => void }
}

/** The rows of a ladder and the actions in them. */
export function LadderBook({ symbol, grid, prices, centre }: BookProps) {
  const { name } = symbol
  const { ladder: text } = words.value
  const market = useMemo(() => marketIn(grid, prices), [grid, prices])
  const view = useLadderView(middleRow(grid, market), market)
  const [moving, setMoving] = useState<Moving | null>(null)
  const [groups, marks] = useOwn(name, grid)
  const isLooking = session.value?.read_only === true
  const isOld = lineState.value !== 'live' || (second.value >= 0 && isStale(name))
  const volume = typedVolume(symbol)
  const typed = lotsTyped(volume, symbol)
  const isOff = isOld || typed === null || !mayTrade() || isClosed(symbol)
  const kindOf = ({ side, row }: Spot) => {
    const kind = kindAt(grid, market, side, row)
    return kind !== null && symbol.order_kinds.includes(kind) ? kind : null
  }
  const spots = useSpots(view, market, (spot) => {
    const kind = kindOf(spot)
    const price = priceOfRow(grid, spot.row)
    if (kind !== null && !isOff)
      void sendTicket(symbol, spot.side, { kind, price: fieldText(price) })
  })
  useEffect(() => {
    centre.current = () => {
      spots.toMarket()
      view.centre()
    }
  })
  const what = `${typed === null ? volume : groupedLots(typed)} ${name}`
  const { pointed } = spots
  const pointedKind = pointed === null ? null : kindOf(pointed)
  return (
    <>
      <div
        ref={view.box}
        class={`book ${isOld ? 'old' : ''}`}
        onScroll={view.look}
        onPointerLeave={spots.leave}
        {...(isLooking
          ? { tabIndex: 0, role: 'group', 'aria-label': text.of({ symbol: name }) }
          : {})}
      >
        <div class="reach" style={{ height: `${view.heightPx}px` }}>
          <table
            {...(isLooking ? {} : { role: 'grid' })}
            aria-label={text.of({ symbol: name })}
            style={{ top: `${view.topPx}px` }}
            {...spots.hearers}
          >
            <Heads />
            <tbody>
              {view.rows.map((row) => {
                const [bid, ask] = [volumeIn(market, 'buy', row), volumeIn(market, 'sell', row)]
                return (
                  <LadderRow
                    key={String(row)}
                    row={row}
                    price={grouped(priceOfRow(grid, row))}
                    look={`${lookOf(market, row)} ${moving?.row === row ? 'target' : ''}`}
                    bid={grouped(bid.text)}
                    bidShare={bid.share}
                    ask={grouped(ask.text)}
                    askShare={ask.share}
                    buy={kindOf({ side: 'buy', row })}
                    sell={kindOf({ side: 'sell', row })}
                    what={what}
                    marks={marks.get(row)}
                    tabSide={spots.tabStop.row === row ? spots.tabStop.side : null}
                    isOff={isOff}
                    isLooking={isLooking}
                  />
                )
              })}
            </tbody>
          </table>
          <LadderOrders
            groups={groups}
            grid={grid}
            view={view}
            moving={moving}
            onMoving={setMoving}
          />
        </div>
      </div>
      <Foot
        market={market}
        moved={movedWords(groups, moving, grid)}
        pointed={isLooking ? null : placeWords(symbol, pointed, pointedKind, what, grid)}
      />
    </>
  )
}

function isClosed({ trade_access }: MarketSymbol): boolean {
  return terms.value?.trade_enabled === false || trade_access === 'disabled'
}

/** The account's orders and positions of the symbol, by row. */
function useOwn(symbol: string, grid: Grid) {
  const [orders, positions] = [orderList.value, positionList.value]
  const groups = useMemo(() => {
    return orderGroups(
      grid,
      orders.filter((one) => one.symbol === symbol),
    )
  }, [orders, grid, symbol])
  const marks = useMemo(() => {
    return marksByRow(
      grid,
      positions.filter((one) => one.symbol === symbol),
    )
  }, [positions, grid, symbol])
  return [groups, marks] as const
}

function lookOf({ bidRow, askRow }: LadderMarket, row: bigint): string {
  const sides = [row <= bidRow ? 'bids' : '', row >= askRow ? 'asks' : '']
  const best = [row === bidRow ? 'best-bid' : '', row === askRow ? 'best-ask' : '']
  return [...sides, ...best].filter((one) => one !== '').join(' ')
}

function Heads() {
  const { ladder: text } = words.value
  return (
    <thead>
      <tr>
        <th scope="col" class="own">
          {text.buys}
        </th>
        <th scope="col" class="vol bid">
          {text.bids}
        </th>
        <th scope="col" class="at">
          {text.price}
        </th>
        <th scope="col" class="vol ask">
          {text.asks}
        </th>
        <th scope="col" class="own">
          {text.sells}
        </th>
      </tr>
    </thead>
  )
}

/** The line below: what a click would do, where a drag has moved an order, or the spread. */
function Foot(props: { market: LadderMarket; moved: string | null; pointed: string | null }) {
  const { ladder: text } = words.value
  const { bid, ask, most } = props.market
  const said = props.moved ?? props.pointed
  const spread = text.spread({ points: countText(ask - bid) })
  return <p class="foot">{said ?? (most === 0n ? `${spread} · ${text.none}` : spread)}</p>
}

/** The text for the order that a click would place here, with the ticket's stops. */
function placeWords(
  symbol: MarketSymbol,
  spot: Spot | null,
  kind: RestingKind | null,
  what: string,
  grid: Grid,
): string | null {
  if (spot === null || kind === null) return null
  const { sides, ticket, trade } = words.value
  const place = ticket.place({ side: sides[spot.side], kind: kindWords(kind), what })
  const price = priceOfRow(grid, spot.row)
  return [
    `${place} ${trade.at({ price: grouped(price) })}`,
    ...ladderLines(symbol, spot.side, { kind, price: fieldText(price) }),
  ].join(', ')
}

function movedWords(
  groups: readonly OrderGroup[],
  moving: Moving | null,
  grid: Grid,
): string | null {
  const group = groups.find(({ id }) => id === moving?.id)
  if (group === undefined || moving === null) return null
  return `${groupWords(group)}: ${pricesOf(group)} → ${grouped(priceOfRow(grid, moving.row))}`
}

/** Tracks the pointer and the focus. Tab reaches one button, and arrow keys the others from there. */
function useSpots(view: LadderView, market: LadderMarket, onPress: (spot: Spot) => void) {
  const [spot, setSpot] = useState<Spot | null>(null)
  const [pointed, setPointed] = useState<Spot | null>(null)
  const isGoing = useRef(false)
  const { rows } = view
  const isDrawn = spot !== null && rows.includes(spot.row)
  const middle = rows[Math.floor(rows.length / 2)] ?? market.bidRow
  const first = { row: rows.includes(market.bidRow) ? market.bidRow : middle, side: 'buy' as const }
  const tabStop: Spot = isDrawn ? spot : first
  const leave = () => setPointed(null)
  useLayoutEffect(() => {
    const stop = view.box.current?.querySelector<HTMLElement>('.place[tabindex="0"]')
    if (!isGoing.current || !isDrawn) return
    isGoing.current = false
    stop?.focus({ preventScroll: true })
  })
  const go = (next: Spot) => {
    isGoing.current = true
    setSpot(next)
    view.show(next.row)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = spotOf(event.target)
    if (from === null || event.ctrlKey || event.altKey || event.metaKey) return
    const to = nextSpot(event.key, from, event.shiftKey ? 10n : 1n, view.page)
    if (to === null) return
    event.preventDefault()
    event.stopPropagation()
    if (to.row > 0n) go(to)
  }
  return {
    tabStop,
    pointed,
    leave,
    toMarket: () => setSpot(null),
    hearers: {
      onKeyDown,
      onClick(event: MouseEvent) {
        const pressed = spotOf(event.target)
        if (pressed !== null) onPress(pressed)
      },
      onPointerOver: (event: PointerEvent) => setPointed(spotOf(event.target)),
      onFocusIn(event: FocusEvent) {
        const focused = spotOf(event.target)
        setSpot(focused)
        setPointed(focused)
      },
      onFocusOut: leave,
    },
  }
}

function spotOf(target: EventTarget | null): Spot | null {
  const button = target instanceof Element ? target.closest<HTMLElement>('.place') : null
  const { row, side } = button?.dataset ?? {}
  return row === undefined ? null : { row: BigInt(row), side: side === 'sell' ? 'sell' : 'buy' }
}

/** The next focused cell; null if the key does not move the focus. */
function nextSpot(key: string, from: Spot, steps: bigint, page: bigint): Spot | null {
  switch (key) {
    case 'ArrowUp':
      return { ...from, row: from.row + steps }
    case 'ArrowDown':
      return { ...from, row: from.row - steps }
    case 'PageUp':
      return { ...from, row: from.row + page }
    case 'PageDown':
      return { ...from, row: from.row - page }
    case 'ArrowLeft':
      return { ...from, side: 'buy' }
    case 'ArrowRight':
      return { ...from, side: 'sell' }
    default:
      return null
  }
}
