import { useEffect, useState } from 'preact/hooks'
import { call } from '../link/rest.js'
import { Field, OnceButton } from '../look/controls.js'
import { copy } from '../look/copy.js'
import { say } from '../state/notes.js'
import { session } from '../state/session.js'
import { refusalWords } from '../text/refusals.js'
import { words } from '../text/terminal/words.js'

interface Access {
  readonly isAllowed: boolean
  readonly isSet: boolean
}

/**
 * The settings section for the password of programs: creates, shows once and deletes it. Hidden in
 * view-only sessions.
 */
export function ProgramAccess() {
  const text = words.value.programs
  const [access, setAccess] = useState<Access | null>(null)
  useEffect(() => {
    void call('GET /trader/v1/account').then((answer) => {
      if (!answer.ok) return
      const { api_enabled, api_password_set } = answer.data
      setAccess({ isAllowed: api_enabled, isSet: api_password_set })
    })
  }, [])
  const now = session.value
  if (access === null || now === null || now.read_only) return null
  return (
    <details>
      <summary>{text.title}</summary>
      <div class="stack">
        <p class="faint">{text.about({ login: now.login })}</p>
        {access.isAllowed || access.isSet ? null : <p>{text.askBroker}</p>}
        {access.isAllowed && (
          <Making isSet={access.isSet} onMade={() => setAccess({ ...access, isSet: true })} />
        )}
        {access.isSet && <Removing onDone={() => setAccess({ ...access, isSet: false })} />}
      </div>
    </details>
  )
}

interface Made {
  readonly password: string
  readonly addresses: string
}

function Making({ isSet, onMade }: { isSet: boolean; onMade: () => void }) {
  const { programs: text, restricted } = words.value
  const [current, setCurrent] = useState('')
  const [addresses, setAddresses] = useState('')
  const [isAnywhere, setAnywhere] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const make = async () => {
    const typed = addresses.split(/[\s,;]+/).filter((one) => one !== '')
    const ip_allow = isAnywhere ? [] : typed.length > 0 ? typed : undefined
    const body = { current_password: current, ...(ip_allow === undefined ? {} : { ip_allow }) }
    const answer = await call('POST /trader/v1/me/api-password', { body })
    if (!answer.ok)
      return say('bad', text.title, refusalWords(answer.code, answer.message, answer.data))
    setCurrent('')
    setMade({ password: answer.data.password, addresses: answer.data.ip_allow.join(', ') })
    onMade()
  }
  return (
    <>
      {made === null ? <p>{isSet ? text.isSet : text.isNotSet}</p> : <Shown made={made} />}
      <Field
        label={restricted.current}
        value={current}
        type="password"
        autocomplete="current-password"
        onInput={setCurrent}
      />
      {!isAnywhere && (
        <Field label={text.addresses} value={addresses} maxLength={4096} onInput={setAddresses} />
      )}
      {!isAnywhere && <p class="faint">{text.addressesHint}</p>}
      <label class="check">
        <input type="checkbox" checked={isAnywhere} onChange={() => setAnywhere(!isAnywhere)} />
        {text.anywhere}
      </label>
      <OnceButton isOff={current === ''} onPress={make}>
        {text.make}
      </OnceButton>
    </>
  )
}

function Shown({ made }: { made: Made }) {
  const text = words.value.programs
  return (
    <>
      <p role="status">
        {text.once} <code class="secret">{made.password}</code>
      </p>
      <button type="button" onClick={() => void copy(made.password, text.copied)}>
        {text.copy}
      </button>
      <p>{made.addresses === '' ? text.fromAnywhere : text.from({ addresses: made.addresses })}</p>
    </>
  )
}

function Removing({ onDone }: { onDone: () => void }) {
  const text = words.value.programs
  const remove = async () => {
    const answer = await call('DELETE /trader/v1/me/api-password')
    if (!answer.ok)
      return say('bad', text.title, refusalWords(answer.code, answer.message, answer.data))
    say('good', text.title, text.removed)
    onDone()
  }
  return <OnceButton onPress={remove}>{text.remove}</OnceButton>
}
