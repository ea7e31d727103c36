import { useState } from 'preact/hooks'
import type { Data, Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { lives } from '../../staff/connection/link.js'
import type { Account } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { ActDialog } from '../changes/act-dialog.js'
import { PlaceLink } from '../shell/place-link.js'

type Client = Data<'GET /admin/v1/accounts/{login}/clients'>
type Linked = Schemas['LinkedAccountView']
/**
 * The action of the open dialog: link an account (`login` is empty if it has to be typed) or unlink
 * one.
 */
type Act =
  | { readonly kind: 'link'; readonly login: string }
  | { readonly kind: 'unlink'; readonly login: number }

/** The most accounts to show as probably belonging to the same client. */
const LIKE_MAX = 20

/** The client's other accounts, and accounts that probably belong to the same client. */
export function ClientAccounts({ account, onChange }: { account: Account; onChange: () => void }) {
  const { linked: text } = accountActsWords.value
  const { login } = account
  const [changes, setChanges] = useState(0)
  const [act, setAct] = useState<Act | null>(null)
  const count = changes + lives.value + account.version
  const read = usePanelData('GET /admin/v1/accounts/{login}/clients', { params: { login } }, count)
  const mayLink = mayDo('link') && account.archived_at === null
  return (
    <ReadPanel read={read}>
      {(client) => (
        <>
          <div class="row wrap card-acts">
            <span class="grow">
              {client.client_id === null ? text.noClient : text.client({ id: client.client_id })}
            </span>
            {mayLink && (
              <button type="button" onClick={() => setAct({ kind: 'link', login: '' })}>
                {text.link}…
              </button>
            )}
          </div>
          {client.logins.length === 0 ? (
            <p class="empty">{text.empty}</p>
          ) : (
            <LinkedTable
              rows={client.accounts ?? client.logins.map(bare)}
              onUnlink={mayLink ? (one) => setAct({ kind: 'unlink', login: one }) : null}
            />
          )}
          {(account.email ?? '') !== '' && (
            <LikeAccounts
              account={account}
              linked={client.logins}
              onLink={mayLink ? (one) => setAct({ kind: 'link', login: one }) : null}
            />
          )}
          {act !== null && (
            <LinkDialog
              account={account}
              client={client}
              act={act}
              onClose={() => setAct(null)}
              onDone={() => {
                setAct(null)
                setChanges((n) => n + 1)
                onChange()
              }}
            />
          )}
        </>
      )}
    </ReadPanel>
  )
}

/** A linked account as a reader without the right to see accounts gets it. */
const bare = (login: number): Linked => ({
  login,
  name: null,
  group: '',
  currency: '',
  balance: '',
})

function LinkedTable(props: {
  rows: readonly Linked[]
  onUnlink: ((login: number) => void) | null
}) {
  const { linked: text } = accountActsWords.value
  const { fields } = accountsWords.value
  const { onUnlink } = props
  const kinds = columnKinds<Linked>()
  return (
    <Table
      name="card.clients"
      label={text.title}
      rows={props.rows}
      keyOf={({ login }) => String(login)}
      columns={[
        kinds.text('login', fields.login, ({ login }) => login, {
          cell: ({ login }) => (
            <PlaceLink page="accounts" parts={[login]}>
              {login}
            </PlaceLink>
          ),
        }),
        kinds.text('name', fields.client, ({ name }) => name),
        kinds.text('group', fields.group, ({ group }) => group),
        kinds.amount('balance', fields.balance, ({ balance }) => balance),
        kinds.text('currency', fields.currency, ({ currency }) => currency),
      ]}
      {...(onUnlink === null
        ? {}
        : {
            acts: {
              head: '',
              of: ({ login }: Linked) => (
                <button
                  type="button"
                  class="small"
                  aria-label={text.unlinkTitle({ login })}
                  onClick={() => onUnlink(login)}
                >
                  {text.unlink}
                </button>
              ),
            },
          })}
    />
  )
}

/** Accounts with the same e-mail address that are not linked yet. */
function LikeAccounts(props: {
  account: Account
  linked: readonly number[]
  onLink: ((login: string) => void) | null
}) {
  const { linked: text } = accountActsWords.value
  const { account, linked, onLink } = props
  const query = {
    filter: JSON.stringify([{ field: 'email', op: 'eq', value: account.email }]),
    fields: 'login,name,last_name,group',
    limit: LIKE_MAX,
  }
  const read = usePanelData('GET /admin/v1/accounts/window', { query }, account.version)
  const known = new Set([account.login, ...linked].map(String))
  const rows = (read.data?.items ?? []).filter(({ login }) => !known.has(String(login)))
  if (rows.length === 0) return null
  return (
    <section class="card-section">
      <h3>{text.like}</h3>
      <ul class="plain-list">
        {rows.map(({ login, name, last_name, group }) => (
          <li key={login} class="row">
            <span class="grow">
              <PlaceLink page="accounts" parts={[String(login)]}>
                {login}
              </PlaceLink>{' '}
              {[name, last_name].filter(Boolean).join(' ')} <span class="faint">{group}</span>
            </span>
            {onLink !== null && (
              <button
                type="button"
                class="small"
                aria-label={text.linkOne({ login: String(login) })}
                onClick={() => onLink(String(login))}
              >
                {text.link}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Links or unlinks one account. The other links stay. */
function LinkDialog(props: {
  account: Account
  client: Client
  act: Act
  onDone: () => void
  onClose: () => void
}) {
  const { linked: text } = accountActsWords.value
  const { account, client, act, onDone, onClose } = props
  const [typed, setTyped] = useState(String(act.login))
  const isLink = act.kind === 'link'
  const login = Number(typed)
  const isLogin = /^[1-9]\d{0,14}$/.test(typed)
  const others = client.logins.filter((one) => one !== login)
  return (
    <ActDialog
      title={isLink ? text.linkTitle({ login: account.login }) : text.unlinkTitle({ login })}
      act={isLink ? text.link : text.unlink}
      isOff={!isLogin}
      send={() =>
        call('PUT /admin/v1/accounts/{login}/clients', {
          params: { login: account.login },
          body: { version: client.version, logins: isLink ? [...others, login] : others },
        })
      }
      onDone={() => {
        say('good', isLink ? text.linked({ login }) : text.unlinked({ login }))
        onDone()
      }}
      onClose={onClose}
    >
      {isLink && (
        <Field
          label={text.login}
          value={typed}
          inputMode="numeric"
          maxLength={15}
          hasFocus={true}
          onInput={setTyped}
        />
      )}
      <p class="faint">{isLink ? text.linkText : text.unlinkText}</p>
    </ActDialog>
  )
}
