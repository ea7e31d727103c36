import { Dialog } from '../../look/controls.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { words } from '../../text/words.js'

/** Shows a new password once. After this is closed it cannot be shown again. */
export function PasswordOnce(props: { login: number; password: string; onClose: () => void }) {
  const text = staffWords.value
  return (
    <Dialog title={text.masterOf({ login: props.login })} onClose={props.onClose}>
      <p>{text.passwordShown}</p>
      <p class="row">
        <code class="grow once">{props.password}</code>
        <button type="button" onClick={() => void navigator.clipboard?.writeText(props.password)}>
          {text.copy}
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
