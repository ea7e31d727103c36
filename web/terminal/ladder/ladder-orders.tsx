import { useEffect, useRef } from 'preact/hooks'
import { OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { UprightDrag } from '../../look/upright-drag.js'
import { session } from '../../state/session.js'
import { grouped, groupedLots } from '../../text/numbers.js'
import { kindWords } from '../../text/terminal/order-words.js'
import { words } from '../../text/terminal/words.js'
import { type Grid, type OrderGroup, priceOfRow } from '../../trader/ladder-rows.js'
import { deleteOrders, moveOrders } from '../../trader/requests/changing.js'
import { mayTrade } from '../../trader/requests/sending.js'
import type { LadderView } from './ladder-view.js'

/** Orders being dragged to another row. */
export interface Moving {
  readonly id: number
  readonly row: bigint
}

interface ChipsProps {
  readonly groups: readonly OrderGroup[]
  readonly grid: Grid
  readonly view: LadderView
  readonly moving: Moving | null
  onMoving(next: (before: Moving | null) => Moving | null): void
}

/** The trader's own orders, drawn over the rows of their prices. */
export function LadderOrders({ groups, ...rest }: ChipsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is only for form fields
    <div role="group" aria-label={words.value.ladder.own}>
      {groups.map((group) => (
        <Chip key={group.id} group={group} {...rest} />
      ))}
    </div>
  )
}

export function groupWords({ side, volume, orders }: OrderGroup): string {
  const { sides, ladder, ticket } = words.value
  const [first] = orders
  const what = `${groupedLots(volume)} ${first?.symbol ?? ''}`
  return orders.length === 1 && first !== undefined
    ? ticket.place({ side: sides[side], kind: kindWords(first.kind), what })
    : ladder.several({ count: orders.length, what: `${sides[side]} ${what}` })
}

/**
 * A group of orders as a button. If it can be moved it is a slider: arrow keys move it, Enter
 * confirms, Escape resets it.
 */
function Chip({ group, ...props }: Omit<ChipsProps, 'groups'> & { readonly group: OrderGroup }) {
  const { side, volume, orders, row } = group
  const { grid, view, moving } = props
  const { chart, orders: said } = words.value
  const button = useRef<HTMLButtonElement>(null)
  const moved = moving?.id === group.id ? moving.row : null
  const top = view.topOf(moved ?? row)
  const isLooking = session.value?.read_only === true
  const canMove = mayTrade()
  const moves = useMoves(group, moved, canMove, button, props)
  if (top === null) return null
  const what = groupWords(group)
  const text = (
    <>
      {groupedLots(volume)}
      {orders.length > 1 && <i class="badge">{orders.length}</i>}
    </>
  )
  return (
    <div class={`order-chip ${side} ${moved === null ? '' : 'moving'}`} style={{ top: `${top}px` }}>
      {isLooking ? (
        <span class="move" title={what}>
          <span class="hidden">{what}</span>
          <span aria-hidden="true">{text}</span>
        </span>
      ) : (
        <>
          <button
            ref={button}
            type="button"
            class="move"
            title={canMove ? chart.drag : what}
            aria-label={what}
            {...(canMove
              ? {
                  role: 'slider',
                  'aria-valuenow': Number(priceOfRow(grid, moved ?? row)),
                  'aria-valuetext':
                    moved === null ? pricesOf(group) : grouped(priceOfRow(grid, moved)),
                  'aria-orientation': 'vertical' as const,
                }
              : {})}
            {...moves}
          >
            {text}
          </button>
          <OnceButton
            class="drop"
            isOff={!canMove}
            label={said.delete({ what })}
            onPress={() => deleteOrders(orders)}
          >
            <Icon name="close" />
          </OnceButton>
        </>
      )}
    </div>
  )
}

export function pricesOf({ orders }: OrderGroup): string {
  return [...new Set(orders.map(({ price }) => grouped(price ?? '')))].join(', ')
}

/** Moves and cancels a group of orders with pointer and keys. */
function useMoves(
  { id, row, orders }: OrderGroup,
  moved: bigint | null,
  canMove: boolean,
  button: { readonly current: HTMLButtonElement | null },
  { grid, view, onMoving }: Omit<ChipsProps, 'groups'>,
) {
  /** The drag, its offset from the middle of the row, and the orders when it began. */
  const pressed = useRef<{ drag: UprightDrag; below: number; orders: typeof orders } | null>(null)
  const isSending = useRef(false)
  const rest = () => {
    pressed.current = null
    onMoving((before) => (before?.id === id ? null : before))
  }
  // The drag ends when the group appears in another row or disappears.
  useEffect(() => rest, [row])
  const keep = async () => {
    const asked = pressed.current?.orders ?? orders
    pressed.current = null
    if (moved !== null && moved !== row) {
      isSending.current = true
      await moveOrders(asked, priceOfRow(grid, moved))
      isSending.current = false
    }
    rest()
  }
  const go = (to: bigint) => {
    if (to < 1n) return
    onMoving(() => ({ id, row: to }))
    view.show(to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canMove || isSending.current) return
    const steps = event.shiftKey ? 10n : 1n
    if (event.key === 'ArrowUp') go((moved ?? row) + steps)
    else if (event.key === 'ArrowDown') go((moved ?? row) - steps)
    else if (event.key === 'Enter') void keep()
    else if (event.key === 'Escape' && moved !== null) rest()
    else if (event.key === 'Delete') void deleteOrders(orders)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    onKeyDown,
    onPointerDown(event: PointerEvent) {
      if (!canMove || isSending.current || event.button !== 0) return
      const { top, height } = button.current?.getBoundingClientRect() ?? { top: 0, height: 0 }
      const below = event.clientY - top - height / 2
      pressed.current = { drag: new UprightDrag(event), below, orders }
      button.current?.setPointerCapture(event.pointerId)
      event.preventDefault()
      button.current?.focus({ preventScroll: true })
    },
    onPointerMove(event: PointerEvent) {
      const { current } = pressed
      if (current === null || current.drag.movedTo(event) === null) return
      const to = view.rowAt(event.clientY - current.below)
      if (to > 0n) onMoving(() => ({ id, row: to }))
    },
    onPointerUp() {
      if (pressed.current !== null) void keep()
    },
    onPointerCancel: rest,
  }
}
