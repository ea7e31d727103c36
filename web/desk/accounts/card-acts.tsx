import { Menu, OnceButton } from '../../look/controls.js'
import { copy } from '../../look/copy.js'
import { keyFor } from '../../staff/own-keys.js'
import type { Account } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { openTerminal } from './open-terminal.js'

export type CardAct =
  | 'pay'
  | 'trade'
  | 'message'
  | 'enable'
  | 'passwords'
  | 'check'
  | 'statement'
  | 'archive'
  | 'restore'

/** Whether the reader's rights and the account's state allow the action: an archived account is only read and restored. */
function isOffered(act: CardAct, { archived_at }: Account): boolean {
  if (act === 'restore') return archived_at !== null && mayDo('archive')
  if (act === 'statement') return mayDo('statement')
  if (archived_at !== null) return false
  if (act === 'message') return mayDo('message') || mayDo('notify')
  return mayDo(act === 'enable' ? 'edit' : act)
}

const KEYS: Readonly<Record<string, CardAct>> = { p: 'pay', t: 'trade', m: 'message' }

export function actOfKey(key: string, account: Account): CardAct | undefined {
  const act = KEYS[key.toLowerCase()]
  return act !== undefined && isOffered(act, account) ? act : undefined
}

/** The actions on an account that the reader may use. */
export function CardActs(props: {
  account: Account
  onAct: (act: CardAct) => void
  onRecord: () => void
}) {
  const { account, onAct } = props
  const text = accountsWords.value
  const acts = accountActsWords.value
  const labels: Readonly<Record<CardAct, string>> = {
    pay: text.acts.pay,
    trade: acts.trade,
    message: acts.message.open,
    enable: `${account.enabled ? text.acts.disable : text.acts.enable}…`,
    passwords: acts.passwords,
    check: correctionsWords.value.check,
    statement: `${text.acts.statement}…`,
    archive: `${acts.archive.act}…`,
    restore: `${acts.restore.act}…`,
  }
  const button = (act: CardAct, key = '', done: () => void = () => undefined) =>
    isOffered(act, account) ? (
      <button
        key={act}
        type="button"
        onClick={() => {
          done()
          onAct(act)
        }}
      >
        {labels[act]} {key !== '' && <kbd>{keyFor(key)}</kbd>}
      </button>
    ) : null
  return (
    <div class="row wrap card-acts">
      {button('pay', 'P')}
      {button('trade', 'T')}
      {button('message', 'M')}
      {mayDo('edit') && account.archived_at === null && (
        <button type="button" onClick={props.onRecord}>
          {text.record.edit} <kbd>{keyFor('E')}</kbd>
        </button>
      )}
      {button('enable')}
      {button('restore')}
      {mayDo('openTerminal') && account.archived_at === null && (
        <OnceButton onPress={() => openTerminal(account.login)}>{acts.terminal.open}</OnceButton>
      )}
      <Menu label={text.more}>
        {(close) => (
          <>
            {button('passwords', '', close)}
            {button('check', '', close)}
            {button('statement', '', close)}
            {button('archive', '', close)}
            <button
              type="button"
              onClick={() => {
                void copy(String(account.login))
                close()
              }}
            >
              {text.acts.copy}
            </button>
          </>
        )}
      </Menu>
    </div>
  )
}
