import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { own } from '../../link/side.js'
import { type Session, signInAgain, signOut } from '../../state/session.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { Brand } from '../brand.js'
import { Field } from '../controls.js'
import { EnrolCodes } from './one-time-codes.js'

/** The page for restricted sessions: set a new password, then one-time codes. */
export function RestrictedPage({ session }: { session: Session }) {
  return (
    <main class="door">
      <div class="card">
        <Brand name="" />
        {session.must_change_password ? (
          <ChangePassword session={session} />
        ) : (
          <>
            <h1>{words.value.restricted.codes}</h1>
            <EnrolCodes onDone={() => location.reload()} />
          </>
        )}
        <button type="button" class="plain" onClick={() => void signOut()}>
          {words.value.header.signOut}
        </button>
      </div>
    </main>
  )
}

function ChangePassword({ session: { login, keep_signed_in: keep } }: { session: Session }) {
  const { restricted: text } = words.value
  const [current, setCurrent] = useState('')
  const [fresh, setFresh] = useState('')
  const [wrong, setWrong] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const body = { current_password: current, new_password: fresh }
    const answer = await call(own('POST /trader/v1/auth/change-password'), { body })
    if (answer.ok) await signInAgain(login, fresh, keep)
    else setWrong(refusalWords(answer.code, answer.message, answer.data))
  }
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <h1>{text.password}</h1>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <Field
        label={text.current}
        value={current}
        type="password"
        autocomplete="current-password"
        isRequired={true}
        onInput={setCurrent}
      />
      <Field
        label={text.fresh}
        value={fresh}
        type="password"
        autocomplete="new-password"
        isRequired={true}
        onInput={setFresh}
      />
      <p class="faint">{text.passwordRules.join(', ')}</p>
      <button type="submit" class="primary">
        {text.change}
      </button>
    </form>
  )
}
