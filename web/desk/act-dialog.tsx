import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { newId } from '../link/random.js'
import type { Answer } from '../link/rest.js'
import { Dialog, OnceButton } from '../look/controls.js'
import { refusalWords } from '../text/refusals.js'
import { words } from '../text/words.js'

/**
 * A question before an act, and the act.
 *
 *   Q1. The act has its key from the opening on: sent again after an answer that did not come it is the same act, and
 *       nothing of it can be changed meanwhile. What was refused was not done: the next try is another one.
 */
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
  const key = useRef(newId())
  const [wrong, setWrong] = useState('')
  const [isUnknown, setUnknown] = useState(false)
  const send = async () => {
    const answer = await props.send(key.current)
    if (answer.ok) {
      props.onDone(answer.data)
      return
    }
    const isLost = answer.status === 0 || answer.status === 503
    setUnknown(isLost)
    setWrong(isLost ? props.unknown : refusalWords(answer.code, answer.message, answer.data))
    if (!isLost) key.current = newId()
  }
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
