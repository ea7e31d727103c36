import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'

/** How long typing has to pause before the value is applied. */
const TYPED_MS = 250

/** A text or number input for a condition of a list. A number is applied only if it is valid. */
export function TypedField(props: {
  label: string
  value: string
  hint?: string
  isNumber?: boolean
  /** Whether the key `/` moves the focus here. */
  isFirst?: boolean
  wrong?: string
  onValue: (value: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(props.value)
  const stop = useRef<() => void>(() => undefined)
  const asked = useRef(props.value)
  useEffect(() => {
    // The address changed through `back` or a link.
    if (props.value !== asked.current) setTyped(props.value)
    asked.current = props.value
  }, [props.value])
  useEffect(() => () => stop.current(), [])
  const isWrong = props.isNumber === true && !/^\d{0,15}$/.test(typed.trim())
  const change = (text: string, ms: number) => {
    setTyped(text)
    stop.current()
    const value = text.trim()
    if (props.isNumber === true && !/^\d{0,15}$/.test(value)) return
    stop.current = after(ms, () => {
      if (value === asked.current) return
      asked.current = value
      props.onValue(value)
    })
  }
  return (
    <div class={`field ${props.isNumber === true ? 'short' : 'grow'}`}>
      <label for={id}>{props.label}</label>
      <input
        id={id}
        type={props.isFirst === true ? 'search' : 'text'}
        data-filter={props.isFirst === true ? true : undefined}
        inputMode={props.isNumber === true ? 'numeric' : 'text'}
        placeholder={props.hint}
        title={isWrong ? props.wrong : props.hint}
        aria-invalid={isWrong}
        autocomplete="off"
        spellcheck={false}
        maxLength={512}
        value={typed}
        onInput={({ currentTarget }) => change(currentTarget.value, TYPED_MS)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') change(typed, 0)
          if (event.key !== 'Escape') return
          if (typed === '') event.currentTarget.blur()
          else change('', 0)
        }}
      />
    </div>
  )
}
