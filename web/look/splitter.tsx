import { useRef } from 'preact/hooks'

/** The border between two panels. It can be dragged, or moved with arrow keys. */
export function Splitter(props: {
  name: string
  label: string
  value: number
  bounds: readonly [number, number]
  /** How much of `value` one pixel of a drag changes. */
  sharesPx: number
  /** Whether the value grows to the left or upwards. */
  isBack?: boolean
  isFlat?: boolean
  onInput: (value: number) => void
}) {
  const { value, sharesPx, isFlat } = props
  const [least, most] = props.bounds
  const start = useRef<{ readonly at: number; readonly value: number } | null>(null)
  const way = props.isBack === true ? -1 : 1
  const put = (next: number) => {
    const rounded = Math.round(Math.max(least, Math.min(most, next)))
    if (rounded !== value) props.onInput(rounded)
  }
  const placeOf = ({ clientX, clientY }: PointerEvent) => (isFlat === true ? clientY : clientX)
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const step = Math.max(1, Math.round((shiftKey ? 40 : 10) * sharesPx))
    if (key === (isFlat === true ? 'ArrowDown' : 'ArrowRight')) put(value + way * step)
    else if (key === (isFlat === true ? 'ArrowUp' : 'ArrowLeft')) put(value - way * step)
    else if (key === 'Home') put(least)
    else if (key === 'End') put(most)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> element cannot be moved
    <div
      class={`splitter ${props.name}-edge`}
      role="separator"
      tabIndex={0}
      aria-label={props.label}
      aria-orientation={isFlat === true ? 'horizontal' : 'vertical'}
      aria-valuenow={value}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { at: placeOf(event), value }
      }}
      onPointerMove={(event) => {
        if (start.current === null) return
        const moved = placeOf(event) - start.current.at
        put(start.current.value + way * moved * sharesPx)
      }}
      onPointerUp={() => {
        start.current = null
      }}
      onPointerCancel={() => {
        start.current = null
      }}
      onKeyDown={onKeyDown}
    />
  )
}
