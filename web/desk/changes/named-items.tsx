import { useState } from 'preact/hooks'
import { Dialog, Field } from '../../look/controls.js'
import { say } from '../../state/notes.js'

/** Dialogs to save what a page shows under a name, and to delete what was saved. */
interface SaveTexts {
  readonly saveTitle: string
  readonly saveHint: string
  readonly name: string
  readonly replaces: string
  readonly saveDo: string
  readonly replaceDo: string
  full(count: { max: number }): string
  saved(item: { name: string }): string
}

export function SaveNamed(props: {
  text: SaveTexts
  /** Names in use. Saving under one of them replaces what has it. */
  names: readonly string[]
  /** The suggested name. */
  name: string
  nameMax: number
  countMax: number
  onSave: (name: string) => void
  onClose: () => void
}) {
  const { text, names, nameMax, countMax } = props
  const [typed, setTyped] = useState(props.name)
  const name = typed.trim()
  const isThere = names.includes(name)
  const isFull = !isThere && names.length >= countMax
  return (
    <Dialog title={text.saveTitle} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (name === '' || isFull) return
          props.onSave(name)
          say('good', text.saved({ name }))
          props.onClose()
        }}
      >
        <p class="faint">{text.saveHint}</p>
        <Field
          label={text.name}
          value={typed}
          maxLength={nameMax}
          hasFocus={true}
          onInput={setTyped}
        />
        <p role="status">{isFull ? text.full({ max: countMax }) : isThere ? text.replaces : ''}</p>
        <div class="row">
          <button type="submit" class="primary" disabled={name === '' || isFull}>
            {isThere ? text.replaceDo : text.saveDo}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface DeleteTexts {
  readonly manageTitle: string
  readonly none: string
  readonly removeDo: string
  remove(item: { name: string }): string
}

interface NamedItem {
  readonly name: string
  /** A short description of its content. */
  readonly about: string
}

export function DeleteNamed(props: {
  text: DeleteTexts
  items: readonly NamedItem[]
  onDelete: (name: string) => void
  onClose: () => void
}) {
  const { text, items } = props
  return (
    <Dialog title={text.manageTitle} onClose={props.onClose}>
      {items.length === 0 && <p class="faint">{text.none}</p>}
      <ul class="saved-views">
        {items.map(({ name, about }) => (
          <li key={name} class="row">
            <span class="grow">
              {name} <span class="faint">{about}</span>
            </span>
            <button
              type="button"
              class="small"
              aria-label={text.remove({ name })}
              onClick={() => props.onDelete(name)}
            >
              {text.removeDo}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
