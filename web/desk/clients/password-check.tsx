import { useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field, OnceButton } from '../../look/controls.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { answerWords } from '../../text/refusals.js'

type Body = Schemas['PasswordCheckBody']

/** Checks whether a password that a client tells staff belongs to the account. */
export function PasswordCheck({ login, kind }: { login: number; kind: Body['kind'] }) {
  const { passwordCheck: text } = accountActsWords.value
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<{ readonly text: string; readonly isGood: boolean } | null>(null)
  const check = async () => {
    const answer = await call('POST /admin/v1/accounts/{login}/passwords/check', {
      params: { login },
      body: { kind, password: typed },
    })
    if (!answer.ok) return setSaid({ text: answerWords(answer), isGood: false })
    const { fits } = answer.data
    setSaid({ text: fits ? text.fits : text.differs, isGood: fits })
  }
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <div class="row wrap field-row">
        <Field
          label={text.label}
          value={typed}
          maxLength={128}
          onInput={(value) => {
            setTyped(value)
            setSaid(null)
          }}
        />
        <OnceButton type="submit" isOff={typed === ''} onPress={check}>
          {text.act}
        </OnceButton>
      </div>
      {said !== null && (
        <div class={`banner ${said.isGood ? 'good' : 'bad'}`} role="status">
          {said.text}
        </div>
      )}
    </form>
  )
}
