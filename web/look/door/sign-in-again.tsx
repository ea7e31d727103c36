import { mustSignInAgain, session } from '../../state/session.js'
import { words } from '../../text/words.js'
import { Dialog } from '../controls.js'
import { SignInForm } from './sign-in-form.js'

/** A sign-in dialog over a page whose session has ended. The page keeps its content. */
export function SignInAgain() {
  const { login } = words.value
  if (!mustSignInAgain.value || session.value === null) return null
  return (
    <Dialog title={login.title} onClose={() => location.reload()}>
      <p>{login.again}</p>
      <SignInForm />
    </Dialog>
  )
}
