import type { ComponentChildren } from 'preact'
import type { Answer } from '../link/rest.js'
import { Dialog, OnceButton } from '../look/controls.js'
import { words } from '../text/words.js'
import { useAct } from './use-act.js'

/** A question before an act, and the act. */
export function ActDialog<T>(props: {
  title: string
  /** The button that does it. */
  act: string
  isOff?: boolean
  /** Told after an answer that did not come. */
  unknown: string
  send: (key: string) => Promise<Answer<T>>
  onDone: (data: T) => void
  onClose: () => void
  children: ComponentChildren
}) {
  const { wrong, isUnknown, send } = useAct(props)
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
        }}
      >
        <fieldset class="stack bare" disabled={isUnknown}>
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
            {isUnknown ? words.value.read.again : props.act}
          </OnceButton>
        </footer>
      </form>
    </Dialog>
  )
}
