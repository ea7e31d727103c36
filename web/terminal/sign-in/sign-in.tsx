import { useEffect, useState } from 'preact/hooks'
import { Field, OnceButton, Segments } from '../../look/controls.js'
import { set, settings } from '../../settings/settings.js'
import { demoLogin } from '../../state/brand.js'
import { isAskedAgain, session, signIn } from '../../state/session.js'
import { refusalWords } from '../../text/refusals.js'
import { LANGUAGES, words } from '../../text/words.js'
import { Brand, BrandAddress, BrandBanner, BrandLinks, ServerName } from '../brand.js'
import { fetchCharts } from '../chart-part.js'
import { SignUp } from './sign-up.js'

/** The door: sign in, or open an account. */
export function SignIn() {
  const [isSigningUp, setSigningUp] = useState(location.hash === '#register')
  return (
    <main class="door">
      <div class={`card ${isSigningUp ? 'wide' : ''}`}>
        <BrandBanner />
        <div class="row">
          <Brand name="" />
          <span class="grow" />
          <Languages />
        </div>
        <ServerName />
        {isSigningUp ? (
          <SignUp onDone={() => setSigningUp(false)} />
        ) : (
          <>
            <p class="faint">{words.value.login.tagline}</p>
            <DemoSignIn />
            <SignInForm />
            <p class="faint">
              {words.value.login.noAccount}{' '}
              <button type="button" class="small" onClick={() => setSigningUp(true)}>
                {words.value.login.signUp}
              </button>
            </p>
          </>
        )}
        <p class="faint">
          <a href="/about">{words.value.header.about}</a> · <a href="/docs">API</a>
          <BrandLinks />
        </p>
        <BrandAddress />
      </div>
    </main>
  )
}

function Languages() {
  return (
    <Segments
      label={words.value.settings.language}
      value={settings.value.language}
      options={[
        ['en', 'EN'],
        ['de', 'DE'],
      ]}
      onInput={(language) => {
        if (language in LANGUAGES) set({ language })
      }}
    />
  )
}

/**
 * The demo trader whose login and password the address carries, as the server's first start prints it. Another account is
 * never offered: a link would put whoever follows it into somebody's own.
 */
function DemoSignIn() {
  const { login: text } = words.value
  const [wrong, setWrong] = useState('')
  const found = /^#demo=(\d{1,9}):(.{1,64})$/.exec(location.hash)
  if (found === null || Number(found[1]) !== demoLogin.value) return null
  const enter = async () => {
    const [, login = '', password = ''] = found
    const body = { login: Number(login), password: decodeURIComponent(password) }
    const answer = await signIn({ ...body, keep_signed_in: true })
    if (answer.ok) history.replaceState(null, '', location.pathname)
    else setWrong(refusalWords(answer.code, answer.message))
  }
  return (
    <div class="stack">
      <OnceButton class="primary" onPress={enter}>
        {text.demo}
      </OnceButton>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
    </div>
  )
}

/** The sign-in form; over a terminal whose session has ended, its login is known. */
export function SignInForm() {
  const { login: text } = words.value
  const known = isAskedAgain.value ? (session.value?.login ?? null) : null
  const [login, setLogin] = useState(known === null ? '' : String(known))
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [isKept, setKept] = useState(true)
  const [wrong, setWrong] = useState('')
  const [isBusy, setBusy] = useState(false)
  useEffect(fetchCharts, [])
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
    else setWrong(answer.status === 0 ? text.lost : refusalWords(answer.code, answer.message))
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
