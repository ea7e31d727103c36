import { useState } from 'preact/hooks'
import { Dialog } from '../../look/controls.js'
import { listWords } from '../../text/lists/list-words.js'
import { words } from '../../text/words.js'

/** Shows a new secret once. After this is closed it cannot be shown again. */
export function SecretOnce(props: {
  title: string
  text: string
  secret: string
  onClose: () => void
}) {
  const text = listWords.value
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(props.secret)
    setCopied(true)
  }
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <p>{props.text}</p>
      <p class="row wrap">
        <code class="grow once">{props.secret}</code>
        <button type="button" onClick={() => void copy()}>
          {isCopied ? text.copied : text.copy}
        </button>
      </p>
      <footer>
        <button type="button" class="primary" onClick={props.onClose}>
          {words.value.close}
        </button>
      </footer>
    </Dialog>
  )
}
