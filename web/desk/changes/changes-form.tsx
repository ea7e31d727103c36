import type { ComponentChildren } from 'preact'
import { OnceButton } from '../../look/controls.js'
import { words } from '../../text/words.js'
import type { Changes } from './use-changes.js'
import { useSaveKey } from './use-save-key.js'

/** A form around the fields of a record: what was wrong above them, and below how the changes are saved (Ctrl+S) or dropped. */
export function ChangesForm(props: {
  changes: Changes
  /** The button that saves, with how many there are. */
  save: (count: number) => string
  /** Something in it is no value yet. */
  isWrong?: boolean
  /** Nothing of it can be changed. */
  isOff?: boolean
  class?: string
  children: ComponentChildren
}) {
  const { form, names, wrong, discard, save } = props.changes
  const isReady = names.length > 0 && props.isWrong !== true && props.isOff !== true
  useSaveKey(() => {
    if (isReady) void save()
  })
  return (
    <form
      ref={form}
      class={`desk-form ${props.class ?? ''}`}
      onSubmit={(event) => {
        event.preventDefault()
      }}
    >
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      {props.children}
      {props.isOff !== true && (
        <footer class="row">
          <span class="grow" />
          {names.length > 0 && (
            <button type="button" onClick={discard}>
              {words.value.cancel}
            </button>
          )}
          <OnceButton type="submit" class="primary" isOff={!isReady} onPress={save}>
            {props.save(names.length)}
          </OnceButton>
        </footer>
      )}
    </form>
  )
}
