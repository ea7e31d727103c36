import { call } from '../../link/rest.js'
import type { Account } from '../../staff/records.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { ActDialog } from '../changes/act-dialog.js'

/** Asks for confirmation, then disables or enables an account. */
export function EnableDialog(props: {
  account: Account
  onClose: () => void
  onDone: (isOn: boolean) => void
}) {
  const { login, enabled } = props.account
  const { enable: text, acts } = accountsWords.value
  return (
    <ActDialog
      title={enabled ? text.disableTitle({ login }) : text.enableTitle({ login })}
      act={enabled ? acts.disable : acts.enable}
      send={() =>
        enabled
          ? call('POST /admin/v1/accounts/{login}/disable', { params: { login } })
          : call('POST /admin/v1/accounts/{login}/enable', { params: { login } })
      }
      onDone={() => props.onDone(!enabled)}
      onClose={props.onClose}
    >
      <p>{enabled ? text.disableText : text.enableText}</p>
    </ActDialog>
  )
}
