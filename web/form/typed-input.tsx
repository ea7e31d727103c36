import { useEffect, useState } from 'preact/hooks'
import { isSame } from './draft.js'

/**
 * Connects a text input with a value of another type. Typed text is kept as it is; only a value
 * that changes from outside replaces it.
 */
export function useTyped<T>(
  value: T,
  textOf: (value: T) => string,
  valueFrom: (text: string) => T,
  onInput: (value: T) => void,
): readonly [text: string, onText: (text: string) => void] {
  const [text, setText] = useState(() => textOf(value))
  useEffect(() => {
    if (!isSame(valueFrom(text), value)) setText(textOf(value))
  }, [JSON.stringify(value)])
  return [
    text,
    (next) => {
      setText(next)
      onInput(valueFrom(next))
    },
  ]
}

export interface InputProps {
  readonly id: string
  readonly value: unknown
  readonly isWrong: boolean
  readonly describedBy: string
  readonly onInput: (value: unknown) => void
}

const TIME = { type: 'datetime-local', step: 1 } as const

/** A single-line input for a value of another type. */
export function TypedInput(
  props: InputProps & {
    textOf: (value: unknown) => string
    valueFrom: (text: string) => unknown
    mode?: 'decimal' | 'numeric' | 'text' | 'email' | 'time'
    hint?: string
    maxLength?: number | undefined
    list?: string | undefined
  },
) {
  const { id, value, isWrong, describedBy } = props
  const [text, onText] = useTyped(value, props.textOf, props.valueFrom, props.onInput)
  return (
    <input
      id={id}
      value={text}
      {...(props.mode === 'time' ? TIME : { inputMode: props.mode ?? 'text' })}
      placeholder={props.hint ?? ''}
      maxLength={props.maxLength ?? 4096}
      autocomplete="off"
      spellcheck={false}
      list={props.list}
      aria-invalid={isWrong}
      aria-describedby={describedBy}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}

/** A list of texts, one per line. */
export function LinesInput(props: InputProps & { hint: string }) {
  const [text, onText] = useTyped(
    props.value,
    (value) => (Array.isArray(value) ? value.join('\n') : ''),
    (typed) =>
      typed
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    props.onInput,
  )
  return (
    <textarea
      id={props.id}
      value={text}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      placeholder={props.hint}
      spellcheck={false}
      aria-invalid={props.isWrong}
      aria-describedby={props.describedBy}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
    />
  )
}
