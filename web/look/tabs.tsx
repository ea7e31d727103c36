import { useRef } from 'preact/hooks'
import { words } from '../text/words.js'

interface Tab<T extends string> {
  readonly name: T
  readonly label: string
  /** The number of items in it; 0 shows nothing. */
  readonly count: number
}

/**
 * Tabs of a panel. The arrow keys go from one to the next, and with Ctrl they move the chosen one, as a drag of the
 * pointer does.
 */
export function Tabs<T extends string>(props: {
  label: string
  tabs: readonly Tab<T>[]
  chosen: T
  onChoose: (name: T) => void
  onOrder: (names: readonly T[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const dragged = useRef<T | null>(null)
  const names = props.tabs.map(({ name }) => name)
  const moveTo = (name: T, to: number) => {
    const others = names.filter((one) => one !== name)
    props.onOrder([...others.slice(0, to), name, ...others.slice(to)])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = names.indexOf(props.chosen)
    const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const to = at + way
    if (way === 0 || to < 0 || to >= names.length) return
    event.preventDefault()
    event.stopPropagation()
    if (event.ctrlKey) moveTo(props.chosen, to)
    else props.onChoose(names[to] as T)
    // Its element follows it when it is moved, and the chosen one has the focus.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    )
  }
  return (
    <div ref={list} class="tabs" role="tablist" aria-label={props.label} onKeyDown={onKeyDown}>
      {props.tabs.map(({ name, label, count }, i) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === props.chosen}
          tabIndex={name === props.chosen ? 0 : -1}
          title={words.value.moveTab}
          draggable={true}
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
