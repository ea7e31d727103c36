import { useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { Dialog, OnceButton } from '../../look/controls.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import type { Account } from './card.js'

/** Asks whether an account is to be shut, or opened again, and does it. */
export function EnableDialog(props: {
  account: Account
  onClose: () => void
  onDone: (isOn: boolean) => void
}) {
  const { login, enabled } = props.account
  const { enable: text, acts } = accountsWords.value
  const [wrong, setWrong] = useState('')
  const send = async () => {
    const parts = { params: { login } }
    const answer = enabled
      ? await call('POST /admin/v1/accounts/{login}/disable', parts)
      : await call('POST /admin/v1/accounts/{login}/enable', parts)
    if (answer.ok) props.onDone(!enabled)
    else
      setWrong(
        answer.status === 0 ? words.value.login.lost : refusalWords(answer.code, answer.message),
      )
  }
  return (
    <Dialog
      title={enabled ? text.disableTitle(login) : text.enableTitle(login)}
      onClose={props.onClose}
    >
      <p>{enabled ? text.disableText : text.enableText}</p>
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <footer>
        <button type="button" onClick={props.onClose}>
          {words.value.cancel}
        </button>
        <OnceButton class="primary" isFirst={true} onPress={send}>
          {enabled ? acts.disable : acts.enable}
        </OnceButton>
      </footer>
    </Dialog>
  )
}
