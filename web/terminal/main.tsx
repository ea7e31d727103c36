import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { RestrictedPage } from '../look/door/restricted-page.js'
import { Notes } from '../look/notes.js'
import { detachedSymbol } from '../settings/settings.js'
import { readBrand } from '../state/brand.js'
import { phase, session, who } from '../state/session.js'
import { openedLink } from '../state/sign-in-link.js'
import { words } from '../text/terminal/words.js'
import { DetachedChart } from './detached-chart.js'
import { LinkDoor } from './sign-in/link-door.js'
import { SignIn } from './sign-in/sign-in.js'
import { Terminal } from './terminal.js'

/**
 * The root of the terminal: the terminal after sign-in, otherwise the sign-in page. A sign-in link
 * has its own page.
 */
function App() {
  useEffect(() => {
    void readBrand()
    void who()
  }, [])
  if (phase.value === 'unknown') return <output class="door">{words.value.loading}</output>
  if (openedLink.value !== null) return <LinkDoor link={openedLink.value} />
  const { value } = session
  if (phase.value === 'out' || value === null) return <SignIn />
  if (value.must_change_password || value.must_enrol_otp) return <RestrictedPage session={value} />
  return detachedSymbol === null ? <Terminal /> : <DetachedChart />
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
