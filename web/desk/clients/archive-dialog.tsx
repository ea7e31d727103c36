import { useEffect, useState } from 'preact/hooks'
import { call } from '../../link/rest.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { moneyOf } from '../../staff/accounts/money.js'
import { lives } from '../../staff/connection/link.js'
import type { Account } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { grouped } from '../../text/numbers.js'
import { ActDialog } from '../changes/act-dialog.js'
import { PlaceLink } from '../shell/place-link.js'

interface Ends {
  account: Account
  onDone: () => void
  onClose: () => void
}

/** Archives an account, and shows what has to be done before that is possible. */
export function ArchiveDialog({ account, onDone, onClose }: Ends) {
  const { archive: text } = accountActsWords.value
  const { login, version } = account
  const [trades, setTrades] = useState(0)
  return (
    <ActDialog
      title={text.title({ login })}
      act={text.act}
      isOff={trades > 0}
      confirm={{ action: 'archive', body: () => ({ login, version }) }}
      send={(_, confirmed) =>
        call('DELETE /admin/v1/accounts/{login}', {
          params: { login },
          query: { version, ...confirmed },
        })
      }
      onDone={() => {
        say('good', text.done({ login }))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{text.says}</p>
      {may({ all: ['trades.view'] }) && <Trades login={login} onCount={setTrades} />}
      <Balance account={account} />
    </ActDialog>
  )
}

/** Lists open positions and pending orders, which block archiving. */
function Trades({ login, onCount }: { login: number; onCount: (count: number) => void }) {
  const { archive: text } = accountActsWords.value
  const count = lives.value
  const positions = usePanelData(
    'GET /admin/v1/accounts/{login}/positions',
    { params: { login } },
    count,
  )
  const orders = usePanelData('GET /admin/v1/accounts/{login}/orders', { params: { login } }, count)
  const found = (positions.data?.length ?? 0) + (orders.data?.length ?? 0)
  useEffect(() => onCount(found), [found])
  const line = (part: 'positions' | 'orders', n: number) =>
    n === 0 ? null : (
      <p class="banner bad">
        {text[part]({ n })}{' '}
        <PlaceLink page="accounts" parts={[login, part]}>
          {text.show}
        </PlaceLink>
      </p>
    )
  return (
    <ReadPanel read={positions}>
      {(open) => (
        <ReadPanel read={orders}>
          {(pending) => (
            <>
              {line('positions', open.length)}
              {line('orders', pending.length)}
            </>
          )}
        </ReadPanel>
      )}
    </ReadPanel>
  )
}

/** The remaining balance, which nobody can use until the account is restored. */
function Balance({ account }: { account: Account }) {
  const { login, currency } = account
  const balance = moneyOf(login).value?.balance ?? account.balance ?? '0'
  if (!/[1-9]/.test(balance)) return null
  return (
    <p class="banner">
      {accountActsWords.value.archive.balance({ amount: `${grouped(balance)} ${currency}` })}
    </p>
  )
}

/** Restores an archived account after confirmation. */
export function RestoreDialog({ account, onDone, onClose }: Ends) {
  const { restore: text } = accountActsWords.value
  const { login, version } = account
  return (
    <ActDialog
      title={text.title({ login })}
      act={text.act}
      send={() =>
        call('POST /admin/v1/accounts/{login}/restore', { params: { login }, query: { version } })
      }
      onDone={() => {
        say('good', text.done({ login }))
        onDone()
      }}
      onClose={onClose}
    >
      <p>{text.says}</p>
    </ActDialog>
  )
}
