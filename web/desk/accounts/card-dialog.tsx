import { lazy } from '../../look/lazy.js'
import type { Account } from '../../staff/records.js'
import { say } from '../../state/notes.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import type { CardAct } from './card-acts.js'

const ArchiveDialog = lazy(() =>
  import('../clients/archive-dialog.js').then((part) => part.ArchiveDialog),
)
const CheckDialog = lazy(() =>
  import('../corrections/check-dialog.js').then((part) => part.CheckDialog),
)
const EnableDialog = lazy(() => import('./enable-dialog.js').then((part) => part.EnableDialog))
const MessageDialog = lazy(() => import('./message-dialog.js').then((part) => part.MessageDialog))
const PasswordsDialog = lazy(() =>
  import('./passwords-dialog.js').then((part) => part.PasswordsDialog),
)
const PayDialog = lazy(() => import('./pay-dialog.js').then((part) => part.PayDialog))
const RestoreDialog = lazy(() =>
  import('../clients/archive-dialog.js').then((part) => part.RestoreDialog),
)
const StatementDialog = lazy(() =>
  import('../clients/statement-dialog.js').then((part) => part.StatementDialog),
)
const NewTrade = lazy(() => import('../client-trades/new-trade.js').then((part) => part.NewTrade))

export function CardDialog(props: {
  act: CardAct
  account: Account
  /** Called after a change, so that the card reads the account again. */
  onChange: () => void
  onClose: () => void
}) {
  const { act, account, onChange, onClose } = props
  const { login } = account
  const changed = () => {
    onClose()
    onChange()
  }
  switch (act) {
    case 'pay':
      return <PayDialog account={account} onClose={onClose} />
    case 'trade':
      return <NewTrade account={account} onClose={onClose} />
    case 'message':
      return <MessageDialog login={login} onClose={onClose} />
    case 'passwords':
      return <PasswordsDialog account={account} onChange={onChange} onClose={onClose} />
    case 'check':
      return <CheckDialog login={login} onChange={onChange} onClose={onClose} />
    case 'statement':
      return <StatementDialog account={account} onClose={onClose} />
    case 'archive':
      return <ArchiveDialog account={account} onDone={changed} onClose={onClose} />
    case 'restore':
      return <RestoreDialog account={account} onDone={changed} onClose={onClose} />
    case 'enable':
      return (
        <EnableDialog
          account={account}
          onClose={onClose}
          onDone={(isOn) => {
            changed()
            say('good', accountsWords.value.enable.done({ login, isOn }))
          }}
        />
      )
  }
}
