import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Choice, Dialog, OnceButton } from '../../look/controls.js'
import type { Account } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { answerWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { PasswordCheck } from '../clients/password-check.js'

type Kind = Schemas['AccountPasswordBody']['kind']

/**
 * Checks a password that a client tells staff, sets a new one that the server generates and shows
 * once, and resets one-time codes.
 */
export function PasswordsDialog(props: {
  account: Account
  onChange: () => void
  onClose: () => void
}) {
  const text = accountActsWords.value
  const { login, otp_enabled: hasCodes } = props.account
  const [kind, setKind] = useState<Kind>('master')
  const [made, setMade] = useState<string | null>(null)
  const [wrong, setWrong] = useState('')
  const make = async () => {
    setMade(null)
    const answer = await call('POST /admin/v1/accounts/{login}/passwords', {
      params: { login },
      body: { kind },
    })
    if (!answer.ok) return setWrong(answerWords(answer))
    setWrong('')
    setMade(answer.data.password)
    props.onChange()
  }
  const reset = async () => {
    const answer = await call('POST /admin/v1/accounts/{login}/reset-otp', { params: { login } })
    if (!answer.ok) return setWrong(answerWords(answer))
    setWrong('')
    say('good', text.codesDone({ login }))
    props.onChange()
  }
  return (
    <Dialog title={text.passwordsTitle({ login })} onClose={props.onClose}>
      <div class="stack">
        <Choice
          label={text.kind}
          value={kind}
          options={Object.entries(text.kinds) as [Kind, string][]}
          onInput={(next) => {
            setKind(next)
            setMade(null)
          }}
        />
        <PasswordCheck key={kind} login={login} kind={kind} />
        <p class="faint">{text.makeText}</p>
        <p class="row">
          <OnceButton onPress={make}>{text.make}</OnceButton>
        </p>
        {made !== null && (
          <div class="banner good" role="status">
            <p>{text.made}</p>
            <p class="row wrap">
              <code class="grow">{made}</code>
              <button
                type="button"
                class="small"
                onClick={() => void navigator.clipboard?.writeText(made)}
              >
                {text.copy}
              </button>
            </p>
          </div>
        )}
        <p class="faint">{hasCodes ? text.codesText : text.codesOff}</p>
        {hasCodes && (
          <p class="row">
            <OnceButton onPress={reset}>{text.resetCodes}</OnceButton>
          </p>
        )}
        {wrong !== '' && (
          <div class="banner bad" role="alert">
            {wrong}
          </div>
        )}
        <footer>
          <button type="button" onClick={props.onClose}>
            {words.value.close}
          </button>
        </footer>
      </div>
    </Dialog>
  )
}
