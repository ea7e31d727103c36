import { useEffect, useRef } from 'preact/hooks'
import { Icon } from '../../look/icons.js'
import { settings } from '../../settings/settings.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { mayTrade } from '../../trader/requests/sending.js'
import type { ChartParts } from '../chart-parts.js'
import { Leader, Line } from './lines.js'
import type { Mark } from './marks.js'
import { type Moves, useMoves } from './moves.js'
import type { Label, Room } from './places.js'
import { passOn, pressesOf } from './presses.js'

interface HandleProps {
  readonly mark: Mark
  /** The place of the label; null for a handle inside a list. */
  readonly label: Label | null
  readonly room: Room
  readonly place: ChartParts
  readonly isOnAxis: boolean
  readonly isChosen: boolean
  onChoose(id: string | null): void
  /** Called when a drag begins and when it ends. */
  onHeld?(id: string, isHeld: boolean): void
}

/**
 * A price of the account as a button, or as a slider if it can be moved. A mouse drags it; arrow
 * keys move it, Enter confirms, Escape resets. On a touch screen a tap selects it, and then its
 * grip can be moved.
 */
export function Handle(props: HandleProps) {
  const { mark, label, room, place, isOnAxis, isChosen, onChoose } = props
  const button = useRef<HTMLButtonElement>(null)
  const { isLocked } = settings.value
  const canMove = mark.isOwn === true || (mayTrade() && !isLocked)
  const moves = useMoves(mark, place, canMove, button)
  const isApart = mark.isDrawnOut === true || label === null
  const moved = moves.price === null ? null : placeOf(moves.price, place, room)
  const shown = isApart || moved === null ? placeOf(mark.price, place, room) : moved
  const top = label !== null && shown !== moved ? label.top : shown.top
  const isMoving = !isApart && moved !== null
  useLeaving(isChosen && moves.price === null, () => onChoose(null))
  useEffect(() => {
    if (moves.price === null) return
    props.onHeld?.(mark.id, true)
    return () => props.onHeld?.(mark.id, false)
  }, [moves.price === null])
  const look = isMoving && moves.price !== null ? lookAt(mark, moves.price) : mark.look
  const line = { place, kind: mark.kind, look, isOnAxis: isOnAxis || isMoving }
  return (
    <>
      <Line {...line} price={isMoving ? (moves.price ?? mark.price) : mark.price} />
      {label !== null && !isMoving && <Leader look={mark.look} label={label} />}
      <div
        class={`handle-row ${isChosen ? 'chosen' : ''}`}
        {...(label === null ? {} : { style: { top: `${top}px` } })}
      >
        <button
          ref={button}
          type="button"
          class={['handle', look, mark.kind, canMove ? '' : 'fixed', isMoving ? 'moving' : ''].join(
            ' ',
          )}
          title={canMove ? words.value.chart.drag : mark.text}
          {...(canMove ? sliderOf(mark, moves) : {})}
          {...pressesOf(moves, () => canMove && onChoose(mark.id))}
          {...(label === null ? {} : { onTouchStart: passOn })}
          onKeyDown={moves.onKeyDown}
        >
          {shown.beyond}
          {isApart ? mark.text : moves.text}
        </button>
        {isChosen && <Touched moves={moves} onChoose={onChoose} />}
      </div>
      {isApart && moved !== null && (
        <Drawn mark={mark} place={place} price={moves.price ?? mark.price} at={moved} />
      )}
    </>
  )
}

function sliderOf(mark: Mark, moves: Moves) {
  return {
    role: 'slider',
    'aria-label': mark.text,
    'aria-valuenow': Number(moves.price ?? mark.price),
    'aria-valuetext': moves.price === null ? grouped(mark.price) : moves.text,
    'aria-orientation': 'vertical',
  } as const
}

/** The price that is being dragged out of a fixed line, or of a label in a list. */
function Drawn(props: { mark: Mark; place: ChartParts; price: string; at: SeenPlace }) {
  const { mark, place, price, at } = props
  const look = lookAt(mark, price)
  const kind = mark.kind === 'position' ? 'stop' : mark.kind
  return (
    <>
      <Line place={place} kind={kind} look={look} price={price} isOnAxis={true} />
      <span class={`handle moving drawn ${look} ${kind}`} style={{ top: `${at.top}px` }}>
        {at.beyond}
        {mark.textAt(price)}
      </span>
    </>
  )
}

const lookAt = (mark: Mark, price: string): Mark['look'] => mark.lookAt?.(price) ?? mark.look

interface SeenPlace {
  readonly top: number
  readonly beyond: string
}

/**
 * The place at which the label is fully visible, with an arrow if its price is outside the chart.
 */
function placeOf(price: string, place: ChartParts, { from, end }: Room): SeenPlace {
  const height = place.heightOf(Number(price)) ?? from
  const half = 12
  const beyond = height < from ? '↑ ' : height > end ? '↓ ' : ''
  return { top: Math.max(from + half, Math.min(end - half, height)), beyond }
}

/** The grip of a tapped label, and buttons to confirm or cancel the change. */
function Touched({ moves, onChoose }: { moves: Moves; onChoose: (id: null) => void }) {
  const { chart: text, cancel } = words.value
  return (
    <>
      <span
        class="handle-grip"
        title={text.grip}
        onPointerDown={moves.onPointerDown}
        onPointerMove={moves.onPointerMove}
        onPointerUp={() => moves.onPointerUp(false)}
        onPointerCancel={moves.onPointerCancel}
      >
        <Icon name="grip" />
      </span>
      <button
        type="button"
        class="primary small"
        disabled={moves.price === null}
        onClick={() => {
          moves.keep()
          onChoose(null)
        }}
      >
        {text.keep}
      </button>
      <button
        type="button"
        class="small"
        onClick={() => {
          moves.rest()
          onChoose(null)
        }}
      >
        {cancel}
      </button>
    </>
  )
}

/** A click elsewhere deselects the handle, unless it has been moved. */
function useLeaving(isOn: boolean, leave: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const pressed = ({ target }: PointerEvent) => {
      if ((target as Element).closest('.handle-row') === null) leave()
    }
    addEventListener('pointerdown', pressed)
    return () => removeEventListener('pointerdown', pressed)
  }, [isOn])
}
