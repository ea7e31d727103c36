import { type ComponentChildren, Fragment } from 'preact'
import { keyText } from '../text/key-text.js'

interface KeyListProps {
  /** Each key with its function, and with a button that changes it. */
  readonly keys: readonly (readonly [key: string, what: string, button?: ComponentChildren])[]
  onKeyDown?(event: KeyboardEvent): void
}

/** A list of keys with their functions. */
export function KeyList({ keys, onKeyDown }: KeyListProps) {
  return (
    <dl class="keys" onKeyDown={onKeyDown}>
      {keys.map(([key, what, button]) => (
        <Fragment key={what}>
          <dt>{button ?? <kbd>{keyText(key)}</kbd>}</dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** A button that shows the key of an action, and after a click waits for another one. */
export function KeyButton(props: {
  label: string
  isEditing: boolean
  onEdit: () => void
  children: ComponentChildren
}) {
  return (
    <button
      type="button"
      class="small key"
      aria-label={props.label}
      aria-pressed={props.isEditing}
      onClick={props.onEdit}
    >
      {props.children}
    </button>
  )
}
