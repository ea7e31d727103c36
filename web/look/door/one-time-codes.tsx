import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { own } from '../../link/side.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { Field } from '../controls.js'
import { lazy } from '../lazy.js'

const QrCode = lazy(() => import('./qr-code.js').then(({ QrCode: Part }) => Part))

type Enrolment = Data<'POST /trader/v1/auth/otp/enrol'>

/** Turns on one-time codes: shows a QR code and the secret, and asks for the first code as proof. */
export function EnrolCodes({ onDone }: { onDone: () => void }) {
  const { restricted: text } = words.value
  const [made, setMade] = useState<Enrolment | null>(null)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    void call(own('POST /trader/v1/auth/otp/enrol')).then((answer) => {
      if (answer.ok) setMade(answer.data)
      else setWrong(refusalWords(answer.code, answer.message, answer.data))
    })
  }, [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const answer = await call(own('POST /trader/v1/auth/otp/confirm'), { body: { code } })
    if (answer.ok) onDone()
    else setWrong(refusalWords(answer.code, answer.message, answer.data))
  }
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <p>{text.scan}</p>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      {made !== null && (
        <>
          <QrCode text={made.uri} label={text.picture} />
          <p>
            {text.secret}: <code class="secret">{made.secret}</code>
          </p>
          <p>
            <a href={made.uri}>{text.openApp}</a>
          </p>
        </>
      )}
      <Field
        label={text.code}
        value={code}
        inputMode="numeric"
        autocomplete="one-time-code"
        isRequired={true}
        onInput={setCode}
      />
      <button type="submit" class="primary">
        {text.confirm}
      </button>
    </form>
  )
}

/** The settings section to turn one-time codes on and off. */
export function OneTimeCodes() {
  const { settings: text, restricted } = words.value
  const [isOn, setOn] = useState<boolean | null>(null)
  const [isEnrolling, setEnrolling] = useState(false)
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState('')
  const look = () =>
    call(own('GET /trader/v1/auth/otp')).then((answer) => {
      if (answer.ok) setOn(answer.data.enabled)
    })
  useEffect(() => {
    void look()
  }, [])
  const turnOff = async (event: Event) => {
    event.preventDefault()
    const answer = await call(own('POST /trader/v1/auth/otp/disable'), { body: { code } })
    if (answer.ok) await look()
    else setWrong(refusalWords(answer.code, answer.message, answer.data))
    setCode('')
  }
  if (isOn === null) return null
  return (
    <details>
      <summary>
        {text.codes}: {isOn ? text.codesOn : text.codesOff}
      </summary>
      {isOn ? (
        <form class="stack" onSubmit={(event) => void turnOff(event)}>
          {wrong !== '' && (
            <div class="banner bad" role="alert">
              {wrong}
            </div>
          )}
          <Field
            label={restricted.code}
            value={code}
            inputMode="numeric"
            autocomplete="one-time-code"
            isRequired={true}
            onInput={setCode}
          />
          <button type="submit">{text.turnOff}</button>
        </form>
      ) : isEnrolling ? (
        <EnrolCodes
          onDone={() => {
            setEnrolling(false)
            void look()
          }}
        />
      ) : (
        <button type="button" onClick={() => setEnrolling(true)}>
          {text.turnOn}
        </button>
      )}
    </details>
  )
}
