import { useRef } from 'preact/hooks'
import { words } from '../text/words.js'

interface Tab<T extends string> {
  readonly name: T
  readonly label: string
  /** The number of items in it; 0 is not shown. */
  readonly count?: number
}

/**
 * The tabs of a panel. Arrow keys move between tabs. If the user may order the tabs, arrow keys with
 * Ctrl move the selected tab, and so does dragging.
 */
export function Tabs<T extends string>(props: {
  label: string
  tabs: readonly Tab<T>[]
  chosen: T
  onChoose: (name: T) => void
  onOrder?: (names: readonly T[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const dragged = useRef<T | null>(null)
  const names = props.tabs.map(({ name }) => name)
  const { onOrder } = props
  const moveTo = (name: T, to: number) => {
    const others = names.filter((one) => one !== name)
    onOrder?.([...others.slice(0, to), name, ...others.slice(to)])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = names.indexOf(props.chosen)
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const to = at + way
    if (way === 0 || to < 0 || to >= names.length) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey && onOrder !== undefined) moveTo(props.chosen, to)
    else props.onChoose(names[to] as T)
    // After a move the selected tab gets the focus again.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    )
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
      {props.tabs.map(({ name, label, count = 0 }, i) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === props.chosen}
          tabIndex={name === props.chosen ? 0 : -1}
          {...(onOrder === undefined ? {} : { title: words.value.moveTab, draggable: true })}
          onClick={() => props.onChoose(name)}
          onDragStart={() => {
            dragged.current = name
          }}
          onDragOver={(event) => {
            if (dragged.current !== null) event.preventDefault()
          }}
          onDrop={() => {
            if (dragged.current !== null && dragged.current !== name) moveTo(dragged.current, i)
            dragged.current = null
          }}
        >
          {label}
          {count > 0 && <span class="count">{count}</span>}
        </button>
      ))}
    </div>
  )
}
