import { useEffect, useRef } from 'preact/hooks'
import { signed, sum } from '../../text/numbers.js'
import { words } from '../../text/terminal/words.js'
import { terms } from '../../trader/account/account.js'
import type { ChartParts } from '../chart-parts.js'
import { Handle } from './handle.js'
import { Leader, Line } from './lines.js'
import type { Mark } from './marks.js'
import type { Label, Room } from './places.js'

const ROW_PX = 28
const VOLUME_DIGITS = 8

/** One label for several close marks of the same kind. A click expands it. */
export function ManyHandles(props: {
  marks: readonly Mark[]
  label: Label
  room: Room
  place: ChartParts
  isOpen: boolean
  onOpen: () => void
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const { marks, label, room, place, isOpen, onOpen, chosen } = props
  const box = useRef<HTMLDivElement>(null)
  const [first] = marks
  useEffect(() => {
    if (!isOpen) return
    const elsewhere = ({ target }: PointerEvent) => {
      const isOwn = (target as Element).closest('dialog') !== null
      if (!isOwn && box.current?.contains(target as Node) !== true) onOpen()
    }
    addEventListener('pointerdown', elsewhere)
    return () => removeEventListener('pointerdown', elsewhere)
  }, [isOpen])
  if (first === undefined) return null
  const size = Math.min(room.end - room.from - 4, (marks.length + 1) * ROW_PX + 8)
  const top = isOpen
    ? Math.max(room.from, Math.min(label.top - ROW_PX / 2, room.end - size - 2))
    : label.top
  return (
    <>
      {!isOpen && <Leader look={first.look} label={label} />}
      {!isOpen &&
        marks.map((mark) => <Line key={mark.id} place={place} {...mark} isOnAxis={false} />)}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is only for form fields */}
      <div
        ref={box}
        role="group"
        aria-label={manyWords(marks)}
        class={isOpen ? 'handle-list' : 'handle-row'}
        style={{ top: `${top}px`, ...(isOpen ? { maxHeight: `${size}px` } : {}) }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return
          event.stopPropagation()
          box.current?.querySelector<HTMLElement>('.many')?.focus()
          onOpen()
        }}
      >
        <button
          type="button"
          class={`handle many ${first.look} ${first.kind}`}
          aria-expanded={isOpen}
          onClick={onOpen}
        >
          {manyWords(marks)}
        </button>
        {isOpen &&
          marks.map((mark) => (
            <Handle
              key={mark.id}
              mark={mark}
              label={null}
              room={room}
              place={place}
              isOnAxis={false}
              isChosen={chosen === mark.id}
              onChoose={props.onChoose}
            />
          ))}
      </div>
    </>
  )
}

/** The text for several marks: their number, kind, volume and total profit. */
function manyWords(marks: readonly Mark[]): string {
  const volumes = marks.flatMap(({ volume }) => volume ?? [])
  const profits = marks.flatMap(({ profit }) => profit ?? [])
  const parts = [words.value.chart.many({ count: marks.length, what: marks[0]?.what ?? '' })]
  if (volumes.length > 0) parts.push(sum(volumes, VOLUME_DIGITS).replace(/\.?0+$/, ''))
  if (profits.length === marks.length) {
    parts.push(signed(sum(profits, terms.value?.currency_digits ?? 2)))
  }
  return parts.join(' ')
}
