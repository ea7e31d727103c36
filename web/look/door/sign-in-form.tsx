import { useState } from 'preact/hooks'
import { set, settings } from '../../settings/settings.js'
import { mustSignInAgain, session, signIn } from '../../state/session.js'
import { answerWords } from '../../text/refusals.js'
import { LANGUAGE_NAMES, words } from '../../text/words.js'
import { Field, Segments } from '../controls.js'

/** Lets the user choose the language before sign-in. */
export function Languages() {
  return (
    <Segments
      label={words.value.settings.language}
      value={settings.value.language}
      options={LANGUAGE_NAMES.map(([code]) => [code, code.toUpperCase()] as const)}
      onInput={(language) => set({ language })}
    />
  )
}

/** The sign-in form. After a session has ended, the login is already filled in. */
export function SignInForm() {
  const { login: text } = words.value
  const known = mustSignInAgain.value ? (session.value?.login ?? null) : null
  const [login, setLogin] = useState(known === null ? '' : String(known))
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [isKept, setKept] = useState(true)
  const [wrong, setWrong] = useState('')
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setWrong('')
    const more = otp === null || otp === '' ? {} : { otp }
    const answer = await signIn({
      login: Number(login.trim()),
      password,
      keep_signed_in: isKept,
      ...more,
    })
    setBusy(false)
    if (answer.ok) return
    if (answer.code === 'auth.otp_required') setOtp('')
    else setWrong(answerWords(answer))
  }
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <h1 class="hidden">{text.title}</h1>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <Field
        label={text.login}
        value={login}
        inputMode="numeric"
        autocomplete="username"
        isRequired={true}
        hasFocus={known === null}
        onInput={setLogin}
      />
      <Field
        label={text.password}
        value={password}
        type={isShown ? 'text' : 'password'}
        autocomplete="current-password"
        isRequired={true}
        hasFocus={known !== null}
        onInput={setPassword}
      />
      <label class="check">
        <input type="checkbox" checked={isShown} onChange={() => setShown(!isShown)} />
        {text.show}
      </label>
      {otp !== null && (
        <Field
          label={text.code}
          value={otp}
          inputMode="numeric"
          autocomplete="one-time-code"
          hasFocus={true}
          onInput={setOtp}
        />
      )}
      <label class="check">
        <input type="checkbox" checked={isKept} onChange={() => setKept(!isKept)} />
        {text.keep}
      </label>
      <button type="submit" class="primary" disabled={isBusy} aria-busy={isBusy}>
        {text.go}
      </button>
    </form>
  )
}
