import { useEffect, useRef, useState } from 'preact/hooks'
import { newId } from '../../link/random.js'
import { Icon } from '../../look/icons.js'
import { settings } from '../../settings/settings.js'
import { symbols } from '../../state/market.js'
import { grouped } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import type { ChartParts } from '../chart-parts.js'
import { useRedraw } from '../redraw.js'
import { deleteDrawing, drawingsOf, keepDrawing, undoDrawing } from './kept-drawings.js'
import {
  type Drawing,
  type DrawingKind,
  type Point,
  type Shape,
  type Spot,
  shapeOf,
  spotsOf,
} from './shapes.js'

/** A press that moves less than this is a click, and the next click sets the second point. */
const STILL_PX = 5

/** The drawings on a symbol's chart, and the one being created. */
export function Drawings(props: {
  symbol: string
  place: ChartParts
  tool: DrawingKind | null
  onDone: () => void
}) {
  const { symbol, place, tool, onDone } = props
  useRedraw(place)
  const [chosen, setChosen] = useState<string | null>(null)
  /** The drawing that the user creates or moves. */
  const [draft, setDraft] = useState<Drawing | null>(null)
  const digits = symbols.value.get(symbol)?.digits ?? 5
  const { width, height } = place.size()
  const kept = drawingsOf(symbol)
  const list = draft === null ? kept : [...kept.filter(({ id }) => id !== draft.id), draft]
  useEffect(() => {
    if (chosen === null) return
    const elsewhere = (event: PointerEvent) => {
      const target = event.target as Element
      if (target.closest('.drawing, .dot, .undraw') === null) setChosen(null)
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [chosen])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { tagName } = event.target as Element
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      if (!isUndo || event.defaultPrevented || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)) return
      if (settings.value.symbol !== symbol) return
      event.preventDefault()
      undoDrawing(symbol)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [symbol])
  const keepIt = (drawing: Drawing) => {
    setDraft(null)
    keepDrawing(symbol, drawing)
    setChosen(drawing.id)
  }
  const drop = (id: string) => {
    setDraft(null)
    deleteDrawing(symbol, id)
  }
  return (
    <div class="drawings" style={{ width: `${width}px`, height: `${height}px` }}>
      <svg width={width} height={height} aria-hidden="true">
        {list.map((drawing) => (
          <DrawnShape
            key={drawing.id}
            drawing={drawing}
            shape={shapeAt(drawing, place, width, digits)}
            isChosen={drawing.id === chosen}
            place={place}
            onChoose={() => setChosen(drawing.id)}
            onDraft={setDraft}
            onKeep={keepIt}
          />
        ))}
      </svg>
      {tool !== null && place.momentAt(0) !== null && (
        <Ground
          kind={tool}
          place={place}
          onDraft={setDraft}
          onMade={(drawing) => {
            onDone()
            if (drawing === null) setDraft(null)
            else keepIt(drawing)
          }}
        />
      )}
      {list.map((drawing) => (
        <Dots
          key={drawing.id}
          drawing={drawing}
          place={place}
          digits={digits}
          isChosen={drawing.id === chosen}
          onChoose={() => setChosen(drawing.id)}
          onDraft={setDraft}
          onKeep={keepIt}
          onDelete={() => drop(drawing.id)}
        />
      ))}
    </div>
  )
}

function pointOf({ at, price }: Spot, place: ChartParts): Point | null {
  const [x, y] = [place.leftOf(at), place.heightOf(price)]
  return x === null || y === null ? null : { x, y }
}

function spotAt({ x, y }: Point, place: ChartParts): Spot | null {
  const [at, price] = [place.momentAt(x), place.priceAt(y)]
  return at === null || price === null ? null : { at, price }
}

function shapeAt(drawing: Drawing, place: ChartParts, width: number, digits: number): Shape | null {
  const [first, second] = drawing.spots.map((spot) => pointOf(spot, place))
  if (first === undefined || first === null) return null
  if (second === undefined) return shapeOf(drawing, [first], width, digits)
  return second === null ? null : shapeOf(drawing, [first, second], width, digits)
}

/** The position of the pointer within the price pane. */
function pointerIn({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const box = (currentTarget as Element).closest('.drawings')?.getBoundingClientRect()
  return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) }
}

/** A drawing whose lines can be dragged as a whole. */
function DrawnShape(props: {
  drawing: Drawing
  shape: Shape | null
  isChosen: boolean
  place: ChartParts
  onChoose: () => void
  onDraft: (drawing: Drawing | null) => void
  onKeep: (drawing: Drawing) => void
}) {
  const { drawing, shape, place } = props
  const start = useRef<{ point: Point; points: readonly (Point | null)[] } | null>(null)
  const next = useRef<Drawing | null>(null)
  if (shape === null) return null
  const onPointerDown = (event: PointerEvent) => {
    props.onChoose()
    const points = drawing.spots.map((spot) => pointOf(spot, place))
    start.current = { point: pointerIn(event), points }
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
    event.preventDefault()
  }
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === null) return
    const { x, y } = pointerIn(event)
    const { point, points } = start.current
    if (next.current === null && Math.hypot(x - point.x, y - point.y) < STILL_PX) return
    const spots = points.flatMap((one) => {
      const moved = one && spotAt({ x: one.x + x - point.x, y: one.y + y - point.y }, place)
      return moved === null ? [] : [moved]
    })
    if (spots.length !== drawing.spots.length) return
    next.current = { ...drawing, spots }
    props.onDraft(next.current)
  }
  const onEnd = () => {
    if (next.current !== null) props.onKeep(next.current)
    next.current = null
    start.current = null
  }
  const { box, lines } = shape
  return (
    <g
      class={`drawing ${props.isChosen ? 'chosen' : ''}`}
      data-kind={drawing.kind}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onEnd}
      onPointerCancel={onEnd}
    >
      {box !== undefined && <rect {...box} />}
      {lines.map(({ from, to, text, isFaint }) => (
        <g key={`${from.y} ${to.y} ${text}`}>
          <line class="grip" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          <line
            class={isFaint === true ? 'faint' : ''}
            x1={from.x}
            y1={from.y}
            x2={to.x}
            y2={to.y}
          />
          {text !== undefined && (
            <text x={Math.max(from.x, 4) + 2} y={from.y - 4}>
              {text}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** Captures the pointer while the user draws, by dragging or by two clicks. Escape cancels. */
function Ground(props: {
  kind: DrawingKind
  place: ChartParts
  onDraft: (drawing: Drawing) => void
  onMade: (drawing: Drawing | null) => void
}) {
  const { kind, place, onMade } = props
  const made = useRef<Drawing | null>(null)
  const pressed = useRef<Point | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onMade(null)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [])
  const put = (drawing: Drawing) => {
    made.current = drawing
    props.onDraft(drawing)
  }
  const onPointerDown = (event: PointerEvent) => {
    const point = pointerIn(event)
    const spot = spotAt(point, place)
    if (spot === null) return
    ;(event.currentTarget as Element).setPointerCapture(event.pointerId)
    pressed.current = point
    if (made.current !== null) stretch(spot)
    else put({ id: newId(), kind, spots: spotsOf(kind) === 1 ? [spot] : [spot, spot] })
  }
  const stretch = (spot: Spot) => {
    const [first] = made.current?.spots ?? []
    if (made.current === null || first === undefined) return
    put({ ...made.current, spots: spotsOf(kind) === 1 ? [spot] : [first, spot] })
  }
  const onPointerMove = (event: PointerEvent) => {
    const spot = spotAt(pointerIn(event), place)
    if (spot !== null) stretch(spot)
  }
  const onPointerUp = (event: PointerEvent) => {
    const { x, y } = pointerIn(event)
    const { current: from } = pressed
    const drawing = made.current
    if (from === null || drawing === null) return
    const [first, second] = drawing.spots
    const isStill = Math.hypot(x - from.x, y - from.y) < STILL_PX
    const isSame = first?.at === second?.at && first?.price === second?.price
    if (spotsOf(kind) === 2 && isStill && isSame) return
    onMade(drawing)
  }
  return (
    <div
      class="draw-ground"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
    />
  )
}

/** The points of a drawing, moved with pointer or arrow keys. Delete removes the drawing. */
function Dots(props: {
  drawing: Drawing
  place: ChartParts
  digits: number
  isChosen: boolean
  onChoose: () => void
  onDraft: (drawing: Drawing | null) => void
  onKeep: (drawing: Drawing) => void
  onDelete: () => void
}) {
  const { drawing, place, digits, isChosen } = props
  const { drawings: text } = words.value
  const next = useRef<Drawing | null>(null)
  const [first] = drawing.spots
  const at = first === undefined ? null : pointOf(first, place)
  const withSpot = (i: number, spot: Spot): Drawing => ({
    ...drawing,
    spots: drawing.spots.map((own, j) => (j === i ? spot : own)),
  })
  const onKeyDown = (event: KeyboardEvent, i: number, { at: moment, price }: Spot) => {
    const step = 10 ** -digits * (event.shiftKey ? 100 : 10)
    const moved = (bars: number, steps: number) =>
      props.onKeep(withSpot(i, { at: moment + bars * place.barMs, price: price + steps * step }))
    if (event.key === 'ArrowUp') moved(0, 1)
    else if (event.key === 'ArrowDown') moved(0, -1)
    else if (event.key === 'ArrowLeft') moved(-1, 0)
    else if (event.key === 'ArrowRight') moved(1, 0)
    else if (event.key === 'Delete' || event.key === 'Backspace') props.onDelete()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      {drawing.spots.map((spot, i) => {
        const point = pointOf(spot, place)
        if (point === null) return null
        const what = text.point({ what: text.kinds[drawing.kind], n: i + 1 })
        const left = drawing.kind === 'level' ? place.size().width / 2 : point.x
        return (
          <button
            key={i}
            type="button"
            class={`dot ${isChosen ? 'chosen' : ''}`}
            role="slider"
            aria-label={what}
            aria-valuenow={spot.price}
            aria-valuetext={grouped(spot.price.toFixed(digits))}
            aria-orientation="vertical"
            title={text.drag}
            style={{ left: `${left}px`, top: `${point.y}px` }}
            onFocus={props.onChoose}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              next.current = drawing
            }}
            onPointerMove={(event) => {
              const fresh = next.current === null ? null : spotAt(pointerIn(event), place)
              if (fresh === null) return
              next.current = withSpot(i, fresh)
              props.onDraft(next.current)
            }}
            onPointerUp={() => {
              if (next.current !== null && next.current !== drawing) props.onKeep(next.current)
              next.current = null
            }}
            onPointerCancel={() => {
              next.current = null
              props.onDraft(null)
            }}
            onKeyDown={(event) => onKeyDown(event, i, spot)}
          />
        )
      })}
      {isChosen && at !== null && (
        <button
          type="button"
          class="undraw icon"
          aria-label={text.delete({ what: text.kinds[drawing.kind] })}
          title={text.delete({ what: text.kinds[drawing.kind] })}
          style={{
            left: `${drawing.kind === 'level' ? place.size().width / 2 + 30 : at.x + 30}px`,
            top: `${at.y - 26}px`,
          }}
          onClick={props.onDelete}
        >
          <Icon name="close" />
        </button>
      )}
    </>
  )
}
