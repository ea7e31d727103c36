import { isAskedAgain, session } from '../../state/session.js'
import { words } from '../../text/words.js'
import { Dialog } from '../controls.js'
import { SignInForm } from './sign-in-form.js'

/** Signing in over a page whose session has ended: what stands on it stays. */
export function AskedAgain() {
  const { login } = words.value
  if (!isAskedAgain.value || session.value === null) return null
  return (
    <Dialog title={login.title} onClose={() => location.reload()}>
      <p>{login.again}</p>
      <SignInForm />
    </Dialog>
  )
}
