import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { settingsWords } from '../../text/desk/settings-words.js'

/**
 * The place of a record in an ordered list. A click lets the user type another one; Enter moves the
 * record there.
 */
export function PlaceField(props: {
  name: string
  at: number
  most: number
  onMove: (to: number) => void
}) {
  const { name, at, most } = props
  const text = settingsWords.value
  const [typed, setTyped] = useState<string | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = typed !== null
  useLayoutEffect(() => field.current?.select(), [isOpen])
  if (!isOpen) {
    return (
      <button
        type="button"
        class="plain bare num"
        tabIndex={-1}
        aria-label={text.placeOf({ name, at: at + 1 })}
        title={text.placeHint}
        data-place={true}
        onClick={(event) => {
          event.stopPropagation()
          setTyped(String(at + 1))
        }}
      >
        {at + 1}
      </button>
    )
  }
  const to = /^[1-9]\d{0,4}$/.test(typed) && Number(typed) <= most ? Number(typed) : null
  return (
    <input
      ref={field}
      class="place-field"
      inputMode="numeric"
      maxLength={5}
      aria-label={text.newPlaceOf({ name })}
      aria-invalid={to === null}
      value={typed}
      onClick={(event) => event.stopPropagation()}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => setTyped(null)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') setTyped(null)
        else if (event.key === 'Enter' && to !== null) {
          setTyped(null)
          props.onMove(to - 1)
        } else return
        event.preventDefault()
      }}
    />
  )
}
