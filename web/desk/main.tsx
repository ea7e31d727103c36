import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { Brand } from '../look/brand.js'
import { DocsLink } from '../look/docs-link.js'
import { RestrictedPage } from '../look/door/restricted-page.js'
import { Languages, SignInForm } from '../look/door/sign-in-form.js'
import '../look/narrow.js'
import { Notes } from '../look/notes.js'
import { readBrand } from '../state/brand.js'
import { phase, session, who } from '../state/session.js'
import { shellWords } from '../text/desk/shell-words.js'
import { words } from '../text/words.js'
import { Shell } from './shell.js'

/** The root of the desk: the desk itself after sign-in, otherwise the sign-in page. */
function App() {
  useEffect(() => {
    void readBrand()
    void who()
  }, [])
  if (phase.value === 'unknown') return <output class="door">{words.value.loading}</output>
  const { value } = session
  if (phase.value === 'out' || value === null) return <Door />
  if (value.must_change_password || value.must_enrol_otp) return <RestrictedPage session={value} />
  return <Shell />
}

function Door() {
  const text = shellWords.value
  return (
    <main class="door">
      <div class="card">
        <div class="row">
          <Brand name="" />
          <span class="badge">{text.title}</span>
          <span class="grow" />
          <Languages />
        </div>
        <p class="faint">{text.door}</p>
        <SignInForm />
        <p class="faint">
          <a href="/">{text.terminal}</a> · <a href="/about">{words.value.header.about}</a> ·{' '}
          <DocsLink /> · <a href="/docs/api">API</a>
        </p>
      </div>
    </main>
  )
}

const root = document.getElementById('app')
if (root !== null) {
  render(
    <>
      <App />
      <Notes />
    </>,
    root,
  )
}
