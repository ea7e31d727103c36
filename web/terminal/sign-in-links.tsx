import { useEffect, useState } from 'preact/hooks'
import { call } from '../link/rest.js'
import { say } from '../state/notes.js'
import { session } from '../state/session.js'
import { answerWords } from '../text/refusals.js'
import { words } from '../text/terminal/words.js'

/**
 * The settings section that allows or forbids the broker's sign-in links. Hidden in view-only
 * sessions.
 */
export function SignInLinks() {
  const { links: text } = words.value
  const [isAllowed, setAllowed] = useState<boolean | null>(null)
  useEffect(() => {
    void call('GET /trader/v1/me/sign-in-links').then((answer) => {
      if (answer.ok) setAllowed(answer.data.allowed)
    })
  }, [])
  if (isAllowed === null || session.value?.read_only !== false) return null
  const change = async () => {
    const allowed = !isAllowed
    setAllowed(allowed)
    const answer = await call('PUT /trader/v1/me/sign-in-links', { body: { allowed } })
    if (answer.ok) return
    setAllowed(!allowed)
    say('bad', text.label, answerWords(answer))
  }
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isAllowed} onChange={() => void change()} />
        {text.label}
      </label>
      <p class="faint">{text.hint}</p>
    </>
  )
}
