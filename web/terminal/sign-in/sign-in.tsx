import { useEffect, useState } from 'preact/hooks'
import { Brand, BrandAddress, BrandBanner, BrandLinks, ServerName } from '../../look/brand.js'
import { OnceButton } from '../../look/controls.js'
import { DocsLink } from '../../look/docs-link.js'
import { Languages, SignInForm } from '../../look/door/sign-in-form.js'
import { demoLogin } from '../../state/brand.js'
import { signIn } from '../../state/session.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'
import { fetchCharts } from '../chart-part.js'
import { SignUp } from './sign-up.js'

/** The sign-in page with the choice to open an account. */
export function SignIn() {
  const [isSigningUp, setSigningUp] = useState(location.hash === '#register')
  useEffect(fetchCharts, [])
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
          <a href="/about">{words.value.header.about}</a> · <DocsLink /> ·{' '}
          <a href="/docs/api">API</a>
          <BrandLinks />
        </p>
        <BrandAddress />
      </div>
    </main>
  )
}

/**
 * Offers to sign in as the demo trader if the address contains its credentials, as printed by the
 * server's first start. It never offers another account, since a link could then sign a user in to
 * an account of the link's author.
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
    else setWrong(refusalWords(answer.code, answer.message, answer.data))
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
