import type { ComponentChildren } from 'preact'
import { Dialog, OnceButton } from '../../look/controls.js'
import { words } from '../../text/words.js'
import { type ActProps, useAct } from './use-act.js'

/** A question before an act, and the act. */
export function ActDialog<T>(
  props: ActProps<T> & {
    title: string
    /** The button that does it, and what stands on it while nobody knows whether it was done. */
    act: string
    again?: string
    isOff?: boolean
    /** It is on its way for so long that nothing of it may be changed meanwhile. */
    isShut?: boolean
    onClose: () => void
    children: ComponentChildren
  },
) {
  const { wrong, isUnknown, send } = useAct(props)
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={isUnknown || props.isShut === true}>
          {props.children}
        </fieldset>
        {wrong !== '' && (
          <div class="banner bad" role="alert">
            {wrong}
          </div>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.cancel}
          </button>
          <OnceButton
            type="submit"
            class="primary"
            isFirst={true}
            isOff={props.isOff === true}
            onPress={send}
          >
            {isUnknown ? (props.again ?? words.value.read.again) : props.act}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
