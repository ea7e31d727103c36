import { useRef, useState } from 'preact/hooks'
import { newest } from '../../state/market.js'
import type { ChartParts } from '../chart-parts.js'
import { useRedraw } from '../redraw.js'
import { Handle } from './handle.js'
import { ManyHandles } from './many-handles.js'
import { type Mark, marksOf } from './marks.js'
import { type Label, labelsOf } from './places.js'

/**
 * The most prices of marks that are labelled on the axis: those nearest to the market, without
 * overlaps.
 */
const ON_AXIS_MAX = 3
const ON_AXIS_APART_PX = 22

/** The handles of the account's prices on a symbol's chart. */
export function Handles(props: {
  symbol: string
  place: ChartParts
  /** Creates the marks of an order that has not been sent. */
  planned: ((symbol: string) => Mark[]) | null
}) {
  const { symbol, place, planned } = props
  useRedraw(place)
  const [chosen, setChosen] = useState<string | null>(null)
  /** Handles whose shared label is expanded; they stay in it. */
  const [opened, setOpened] = useState<readonly string[]>([])
  /** Handles that are being dragged; each has a label. */
  const held = useRef(new Set<string>())
  const onHeld = (id: string, isHeld: boolean) => {
    if (isHeld) held.current.add(id)
    else held.current.delete(id)
  }
  const { width, height } = place.size()
  const room = { from: place.legendPx.value, end: height }
  const marks = new Map(
    [...marksOf(symbol), ...(planned?.(symbol) ?? [])].map((mark) => [mark.id, mark]),
  )
  const nameOf = (id: string, name: string) => {
    if (opened.includes(id)) return { name: 'opened', isTogether: true }
    return { name: held.current.has(id) || chosen === id ? id : name }
  }
  const spots = [...marks.values()].map(({ id, kind, what, price }) => ({
    id,
    ...nameOf(id, `${kind} ${what}`),
    height: place.heightOf(Number(price)),
  }))
  const labels = labelsOf(spots, room)
  const onAxis = onAxisOf(labels, marks, symbol)
  return (
    <div class="handles" style={{ width: `${width}px`, height: `${height}px` }}>
      {labels.map((label) => {
        const own = label.ids.flatMap((id) => marks.get(id) ?? [])
        const [mark] = own
        if (mark === undefined) return null
        if (own.length > 1) {
          const isOpen = opened.includes(mark.id)
          return (
            <ManyHandles
              key={`many ${label.ids.toSorted()[0]}`}
              marks={own}
              label={label}
              room={room}
              place={place}
              isOpen={isOpen}
              onOpen={() => setOpened(isOpen ? [] : label.ids)}
              chosen={chosen}
              onChoose={setChosen}
            />
          )
        }
        return (
          <Handle
            key={mark.id}
            mark={mark}
            label={label}
            room={room}
            place={place}
            isOnAxis={onAxis.has(mark.id)}
            isChosen={chosen === mark.id}
            onChoose={setChosen}
            onHeld={onHeld}
          />
        )
      })}
    </div>
  )
}

function onAxisOf(
  labels: readonly Label[],
  marks: ReadonlyMap<string, Mark>,
  symbol: string,
): ReadonlySet<string> {
  const market = Number(newest(symbol)?.bid ?? 0)
  const nearest = labels
    .flatMap(({ ids, height }) => {
      const mark = ids.length === 1 ? marks.get(ids[0] ?? '') : undefined
      return mark === undefined
        ? []
        : [{ id: mark.id, height, away: Math.abs(Number(mark.price) - market) }]
    })
    .sort((a, b) => a.away - b.away)
  const taken: { readonly id: string; readonly height: number }[] = []
  for (const one of nearest) {
    if (taken.length === ON_AXIS_MAX) break
    if (taken.every(({ height }) => Math.abs(height - one.height) >= ON_AXIS_APART_PX))
      taken.push(one)
  }
  return new Set(taken.map(({ id }) => id))
}
