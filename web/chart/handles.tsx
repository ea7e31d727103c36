import { useEffect, useRef, useState } from 'preact/hooks'
import { isDark, settings } from '../settings/settings.js'
import { type Order, orderList, type Position, positionList, valuations } from '../state/account.js'
import { type Alert, alerts, moveAlert } from '../state/alerts.js'
import { changeOrder, changeStops } from '../state/changing.js'
import { levelAt } from '../state/level-change.js'
import { newest, symbols } from '../state/market.js'
import { moneyAt } from '../state/point-values.js'
import { mayTrade } from '../state/sending.js'
import { signed } from '../text/numbers.js'
import { kindWords } from '../text/order-words.js'
import { words } from '../text/words.js'
import type { ChartParts } from './chart-parts.js'
import { spread } from './handle-places.js'
import { useRedraw } from './redraw.js'

/** A price of the account on the chart: where it may be moved, by pointer and by keys. */
interface Mark {
  readonly id: string
  readonly price: string
  readonly text: string
  /** While it is moved: what it would be at that price. */
  readonly textAt?: (price: string) => string
  readonly look: 'buy' | 'sell' | 'gain' | 'loss' | 'faint'
  readonly move?: (price: string) => Promise<unknown>
  /** Moves also where nobody may trade. */
  readonly isOwn?: boolean
}

const COLOURS = {
  buy: '--buy',
  sell: '--sell',
  gain: '--gain',
  loss: '--loss',
  faint: '--faint',
} as const

export function Handles({ symbol, place }: { symbol: string; place: ChartParts }) {
  useRedraw(place)
  const marks = [
    ...positionList.value.filter((one) => one.symbol === symbol).flatMap(marksOfPosition),
    ...orderList.value.filter((one) => one.symbol === symbol).flatMap(marksOfOrder),
    ...alerts.value.filter((one) => one.symbol === symbol).map(markOfAlert),
  ]
  const tops = spread(
    marks.map(({ price }) => place.heightOf(Number(price))),
    place.size().height,
  )
  return (
    <>
      {marks.map((mark, i) => (
        <Handle
          key={mark.id}
          mark={mark}
          place={place}
          top={tops[i] ?? null}
          digits={symbols.value.get(symbol)?.digits ?? 5}
        />
      ))}
    </>
  )
}

function marksOfPosition(position: Position): Mark[] {
  const { id, side, symbol, volume, price_open, stop_loss, take_profit } = position
  const { chart: text, sides } = words.value
  const profit = valuations.value.get(id)?.profit
  const withMoney = (what: string) => (price: string) => {
    const made = moneyAt(position, price)
    return made === null ? `${what} ${price}` : `${what} ${price} ${signed(made)}`
  }
  const [asStop, asTarget] = [withMoney(text.stopLoss), withMoney(text.takeProfit)]
  const isStopAt = (price: string) => {
    const quote = newest(symbol)
    const now = Number((side === 'buy' ? quote?.bid : quote?.ask) ?? price_open)
    return side === 'buy' ? Number(price) < now : Number(price) > now
  }
  // The line of a position is drawn out to a stop or a target, on whichever side of the market it is let go.
  const own: Mark = {
    id: `p${id}`,
    price: price_open,
    text: `${text.position(sides[side], volume)}${profit === null || profit === undefined ? '' : ` ${signed(profit)}`}`,
    textAt: (price) => (isStopAt(price) ? asStop(price) : asTarget(price)),
    look: side,
    move: (next) =>
      changeStops(
        id,
        isStopAt(next)
          ? { stop_loss: levelAt(next, stop_loss ?? null) }
          : { take_profit: levelAt(next, take_profit ?? null) },
        'drawn',
      ),
  }
  const stop = (price: string): Mark => ({
    id: `s${id}`,
    price,
    text: `${text.stopLoss} ${price}`,
    textAt: asStop,
    look: 'loss',
    move: (next) => changeStops(id, { stop_loss: levelAt(next, price) }, 'drawn'),
  })
  const target = (price: string): Mark => ({
    id: `t${id}`,
    price,
    text: `${text.takeProfit} ${price}`,
    textAt: asTarget,
    look: 'gain',
    move: (next) => changeStops(id, { take_profit: levelAt(next, price) }, 'drawn'),
  })
  return [
    own,
    ...(typeof stop_loss === 'string' ? [stop(stop_loss)] : []),
    ...(typeof take_profit === 'string' ? [target(take_profit)] : []),
  ]
}

function marksOfOrder(order: Order): Mark[] {
  const { id, side, kind, volume_current, price } = order
  if (price === undefined || price === null) return []
  const what = `${words.value.sides[side]} ${kindWords(kind)} ${volume_current}`
  return [
    {
      id: `o${id}`,
      price,
      text: what,
      look: side,
      move: (next) => changeOrder(id, { price: levelAt(next, price) }, 'drawn'),
    },
  ]
}

function markOfAlert(alert: Alert): Mark {
  return {
    id: `a${alert.id}`,
    price: alert.price,
    text: `${words.value.alerts.one} ${alert.price}`,
    look: 'faint',
    isOwn: true,
    move: async (next) => moveAlert(alert, next),
  }
}

interface HandleProps {
  readonly mark: Mark
  readonly place: ChartParts
  /** Null is out of sight. */
  readonly top: number | null
  readonly digits: number
}

/** A button that is a slider where its price may move: a press and arrows, Enter keeps it, Escape restores. */
function Handle({ mark, place, top, digits }: HandleProps) {
  const [moved, setMoved] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isLive = useRef(false)
  const price = moved ?? mark.price
  const height = moved === null ? top : place.heightOf(Number(price))
  const isShown = height !== null
  useEffect(() => {
    const probe = button.current
    const colour = probe === null ? '#888' : getComputedStyle(probe).color
    return place.lineAt(Number(price), colour)
  }, [place, price, isDark.value, isShown])
  useEffect(() => setMoved(null), [mark.price])
  if (height === null) return null
  const { isLocked } = settings.value
  const canMove = mark.move !== undefined && (mark.isOwn === true || (mayTrade() && !isLocked))
  const keep = () => {
    const next = moved
    isLive.current = false
    if (next === null || next === mark.price || mark.move === undefined) {
      setMoved(null)
      return
    }
    void mark.move(next).then(() => setMoved(null))
  }
  const onPointerDown = (event: PointerEvent) => {
    if (!canMove) return
    isLive.current = true
    button.current?.setPointerCapture(event.pointerId)
    event.preventDefault()
    button.current?.focus()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!isLive.current) return
    const box = button.current?.parentElement?.getBoundingClientRect()
    const at = place.priceAt(event.clientY - (box?.top ?? 0))
    if (at !== null) setMoved(at.toFixed(digits))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove) return
    const step = 10 ** -digits * (event.shiftKey ? 100 : 10)
    if (event.key === 'ArrowUp') setMoved((Number(price) + step).toFixed(digits))
    else if (event.key === 'ArrowDown') setMoved((Number(price) - step).toFixed(digits))
    else if (event.key === 'Enter') keep()
    else if (event.key === 'Escape') {
      isLive.current = false
      setMoved(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <button
      ref={button}
      type="button"
      class={`handle ${mark.look} ${canMove ? '' : 'fixed'} ${moved === null ? '' : 'moving'}`}
      style={{ top: `${height}px`, color: `var(${COLOURS[mark.look]})` }}
      title={canMove ? words.value.chart.drag : mark.text}
      {...(canMove
        ? {
            role: 'slider',
            'aria-label': mark.text,
            'aria-valuenow': Number(price),
            'aria-valuetext': moved === null ? price : textMoved(mark, moved),
            'aria-orientation': 'vertical' as const,
          }
        : {})}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => isLive.current && keep()}
      onPointerCancel={() => {
        isLive.current = false
        setMoved(null)
      }}
      onKeyDown={onKeyDown}
    >
      {moved === null ? mark.text : textMoved(mark, moved)}
    </button>
  )
}

function textMoved({ text, price, textAt }: Mark, moved: string): string {
  return textAt?.(moved) ?? `${text.replace(price, '').trim()} ${moved}`
}
