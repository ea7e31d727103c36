import { useId } from 'preact/hooks'
import { useTyped } from '../../look/typing/typed.js'

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
  const wrong = (value: string) => props.isNumber === true && !/^\d{0,15}$/.test(value)
  const [typed, change] = useTyped(
    props.value,
    (value) => {
      if (value !== props.value) props.onValue(value)
    },
    wrong,
  )
  const isWrong = wrong(typed.trim())
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
