import { useState } from 'preact/hooks'
import { Dialog, Field, Menu } from '../../look/controls.js'
import { MenuItem } from '../../look/menu-item.js'
import { say } from '../../state/notes.js'

/**
 * A menu of items that a person saved under names, such as views of a list. Its dialogs save what
 * the page shows now, and delete items.
 */
interface NamedItem {
  readonly name: string
  /** A short description of the item's content. */
  readonly about: string
  /** Whether the page shows this item now; omitted for items that it does not show. */
  readonly isOn?: boolean
  use(): void
}

interface NamedTexts extends SaveTexts, DeleteTexts {
  readonly manage: string
}

interface SaveTexts {
  readonly saveTitle: string
  readonly saveHint: string
  readonly name: string
  readonly replaces: string
  readonly saveDo: string
  readonly replaceDo: string
  full(there: { count: number }): string
  saved(item: { name: string }): string
}

interface DeleteTexts {
  readonly manageTitle: string
  readonly none: string
  readonly removeDo: string
  remove(item: { name: string }): string
}

interface Saving {
  /** The suggested name. */
  readonly name: string
  readonly nameMax: number
  readonly countMax: number
  onSave(name: string): void
}

export function NamedItems(props: {
  text: NamedTexts
  /** The text of the button that opens the menu. */
  label: string
  items: readonly NamedItem[]
  saving: Saving
  /** The text of the menu item that saves. */
  save: string
  maySave?: boolean
  onDelete: (name: string) => void
}) {
  const { text, label, items } = props
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const onClose = () => setDialog(null)
  return (
    <>
      <Menu label={label} text={label}>
        {(close) => (
          <>
            {items.map(({ name, isOn, use }) => (
              <MenuItem
                key={name}
                label={name}
                {...(isOn === undefined ? {} : { isOn })}
                close={close}
                act={use}
              />
            ))}
            {items.length > 0 && <hr />}
            <MenuItem
              label={props.save}
              isOff={props.maySave === false}
              close={close}
              act={() => setDialog('save')}
            />
            {items.length > 0 && (
              <MenuItem label={text.manage} close={close} act={() => setDialog('manage')} />
            )}
          </>
        )}
      </Menu>
      {dialog === 'save' && (
        <SaveNamed
          {...props.saving}
          text={text}
          names={items.map(({ name }) => name)}
          onClose={onClose}
        />
      )}
      {dialog === 'manage' && (
        <DeleteNamed text={text} items={items} onDelete={props.onDelete} onClose={onClose} />
      )}
    </>
  )
}

function SaveNamed(
  props: Saving & {
    text: SaveTexts
    /** Names in use. Saving under one of them replaces that item. */
    names: readonly string[]
    onClose: () => void
  },
) {
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
        <p role="status">
          {isFull ? text.full({ count: names.length }) : isThere ? text.replaces : ''}
        </p>
        <div class="row">
          <button type="submit" class="primary" disabled={name === '' || isFull}>
            {isThere ? text.replaceDo : text.saveDo}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

function DeleteNamed(props: {
  text: DeleteTexts
  items: readonly NamedItem[]
  onDelete: (name: string) => void
  onClose: () => void
}) {
  const { text, items } = props
  return (
    <Dialog title={text.manageTitle} onClose={props.onClose}>
      {items.length === 0 && <p class="faint">{text.none}</p>}
      <ul class="named-items">
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
