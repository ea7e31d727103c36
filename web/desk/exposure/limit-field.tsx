import { useEffect, useId, useState } from 'preact/hooks'
import { type ExposureBy, limitsOf, setLimit } from '../../staff/dealing/exposure.js'
import { exposureWords } from '../../text/desk/exposure-words.js'
import { fieldText, typedNumber } from '../../text/typed-numbers.js'
import { notNumber } from '../../text/typed-words.js'

/** The reader's own limit. Valid input is saved while it is typed. */
export function LimitField(props: { by: ExposureBy; of: string; label: string; hint?: string }) {
  const { by, of } = props
  const kept = limitsOf(by)[of] ?? ''
  const [typed, setTyped] = useState(() => fieldText(kept))
  const id = useId()
  // Shows the saved limit when another row opens or another device changes it, unless the input is
  // already equal to it.
  useEffect(() => {
    if (typedNumber(typed) !== kept) setTyped(fieldText(kept))
  }, [by, of, kept])
  const wrong = typed === '' ? null : notNumber(typed)
  return (
    <span class="limit-field">
      <label for={id} title={exposureWords.value.limitHelp}>
        {props.label}
      </label>
      <input
        id={id}
        inputMode="decimal"
        autocomplete="off"
        maxLength={16}
        placeholder={props.hint ?? ''}
        value={typed}
        aria-invalid={wrong !== null}
        title={exposureWords.value.limitHelp}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          const limit = value === '' ? '' : typedNumber(value)
          if (limit !== null) setLimit(by, of, limit)
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape' || key === 'Enter') currentTarget.blur()
        }}
      />
      {wrong !== null && (
        <span class="loss" role="alert">
          {wrong}
        </span>
      )}
    </span>
  )
}
