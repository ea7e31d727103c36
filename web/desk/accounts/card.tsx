import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { amountLook } from '../../look/amount.js'
import { Menu } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { lazy } from '../../look/lazy.js'
import { ReadPanel, useRead } from '../../look/read.js'
import { hearAccounts } from '../../staff/accounts/changed-accounts.js'
import { lookAtMoney, moneyOf } from '../../staff/accounts/money.js'
import { lives } from '../../staff/connection/link.js'
import type { Account } from '../../staff/records.js'
import { may, mayDo } from '../../staff/rights.js'
import { second } from '../../state/market.js'
import { say } from '../../state/notes.js'
import { accountActsWords } from '../../text/desk/account-acts-words.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { correctionsWords } from '../../text/desk/corrections-words.js'
import { grouped, signed } from '../../text/numbers.js'
import { ageText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ownKeys } from '../shell/keys.js'
import { clientName } from './account-columns.js'
import { CARD_PARTS, CardPart, type PartName, partsShown } from './card-parts.js'

const CheckDialog = lazy(() =>
  import('../corrections/check-dialog.js').then((part) => part.CheckDialog),
)
const EnableDialog = lazy(() => import('./enable-dialog.js').then((part) => part.EnableDialog))
const MessageDialog = lazy(() => import('./message-dialog.js').then((part) => part.MessageDialog))
const PasswordsDialog = lazy(() =>
  import('./passwords-dialog.js').then((part) => part.PasswordsDialog),
)
const PayDialog = lazy(() => import('./pay-dialog.js').then((part) => part.PayDialog))
const NewTrade = lazy(() => import('../client-trades/new-trade.js').then((part) => part.NewTrade))

type OpenAct = 'pay' | 'trade' | 'passwords' | 'enable' | 'check' | 'message' | null

/** An account beside its list: who it is, its money, and its parts, each read when it is looked at. */
export function Card(props: {
  login: number
  part: string
  /** Another part is wanted. */
  onPart: (part: PartName) => void
  onClose: () => void
}) {
  const { login } = props
  const text = accountsWords.value
  const [changes, setChanges] = useState(0)
  const read = useRead(
    'GET /admin/v1/accounts/{login}',
    { params: { login } },
    changes + lives.value,
  )
  const version = useRef(0)
  version.current = read.data?.version ?? 0
  useEffect(
    () =>
      hearAccounts((changed, newest) => {
        if (changed === login && newest > version.current) setChanges((n) => n + 1)
      }),
    [login],
  )
  const [act, setAct] = useState<OpenAct>(null)
  const look = useMemo(lookAtMoney, [])
  useEffect(() => {
    look.at([login])
    return look.leave
  }, [login])
  const shown = partsShown()
  const part = shown.find((name) => name === props.part) ?? shown[0] ?? 'record'
  const goTo = (name: PartName | undefined) => {
    if (name !== undefined) props.onPart(name)
  }
  /** Its keys act wherever the focus is. */
  const pressed = (event: KeyboardEvent): boolean => {
    if (event.defaultPrevented || event.altKey) return false
    const at = shown.indexOf(part)
    const digit = /^[1-9]$/.exec(event.key)?.[0]
    if (event.key === '[') goTo(shown[at - 1])
    else if (event.key === ']') goTo(shown[at + 1])
    else if (digit !== undefined) goTo(shown[Number(digit) - 1])
    else if (event.key.toLowerCase() === 'p' && mayDo('pay')) setAct('pay')
    else if (event.key.toLowerCase() === 't' && mayDo('trade')) setAct('trade')
    else if (event.key.toLowerCase() === 'm' && mayWrite()) setAct('message')
    else if (event.key.toLowerCase() === 'e' && mayDo('edit')) goTo('record')
    else if (event.key.toLowerCase() === 'h' && mayDo('journal')) goTo('journal')
    else if (event.key === 'Escape') props.onClose()
    else return false
    return true
  }
  const press = useRef(pressed)
  press.current = pressed
  useEffect(() => ownKeys((event) => press.current(event)), [])
  /** Fields have no other use for it. */
  const onKeyDown = (event: KeyboardEvent) => {
    const isInDialog = (event.target as HTMLElement).closest('dialog') !== null
    if (event.key !== 'Escape' || event.repeat || isInDialog) return
    props.onClose()
    event.preventDefault()
    event.stopPropagation()
  }
  const account = read.data
  return (
    <aside class="desk-card" aria-label={text.card({ login })} onKeyDown={onKeyDown}>
      <header class="row">
        <h2 class="grow">
          {login} {account === null ? '' : clientName(cardName(account))}
        </h2>
        <button
          type="button"
          class="plain icon"
          aria-label={text.closeCard}
          title={`${text.closeCard} (Esc)`}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <ReadPanel read={read}>
        {(data) => (
          <>
            <p class="row wrap card-facts">
              <span class="faint">
                {data.group} · {data.currency} · 1:{data.leverage}
              </span>
              <Flags account={data} />
            </p>
            <Figures account={data} />
            <div class="row wrap card-acts">
              {mayDo('pay') && (
                <button type="button" onClick={() => setAct('pay')}>
                  {text.acts.pay} <kbd>P</kbd>
                </button>
              )}
              {mayDo('trade') && (
                <button type="button" onClick={() => setAct('trade')}>
                  {accountActsWords.value.trade} <kbd>T</kbd>
                </button>
              )}
              {mayWrite() && (
                <button type="button" onClick={() => setAct('message')}>
                  {accountActsWords.value.message.open} <kbd>M</kbd>
                </button>
              )}
              {mayDo('edit') && (
                <button type="button" onClick={() => goTo('record')}>
                  {text.record.edit} <kbd>E</kbd>
                </button>
              )}
              {mayDo('edit') && (
                <button type="button" onClick={() => setAct('enable')}>
                  {data.enabled ? text.acts.disable : text.acts.enable}…
                </button>
              )}
              <Menu label={text.more}>
                {(close) => (
                  <>
                    {mayDo('passwords') && (
                      <button
                        type="button"
                        onClick={() => {
                          close()
                          setAct('passwords')
                        }}
                      >
                        {accountActsWords.value.passwords}
                      </button>
                    )}
                    {mayDo('check') && (
                      <button
                        type="button"
                        onClick={() => {
                          close()
                          setAct('check')
                        }}
                      >
                        {correctionsWords.value.check}
                      </button>
                    )}
                    {may({ all: ['trades.view'] }) && (
                      <a
                        href={`/admin/v1/accounts/${login}/statement`}
                        target="_blank"
                        rel="noopener noreferrer"
                        onClick={close}
                      >
                        {text.acts.statement}
                      </a>
                    )}
                    <button
                      type="button"
                      onClick={() => {
                        void navigator.clipboard?.writeText(String(login))
                        close()
                      }}
                    >
                      {text.acts.copy}
                    </button>
                  </>
                )}
              </Menu>
            </div>
            <PartTabs shown={shown} part={part} onChoose={goTo} />
            <div class="card-part" role="tabpanel" aria-label={text.parts[part]}>
              <CardPart part={part} account={data} onChange={() => setChanges((n) => n + 1)} />
            </div>
          </>
        )}
      </ReadPanel>
      {account !== null && (
        <>
          {act === 'pay' && <PayDialog account={account} onClose={() => setAct(null)} />}
          {act === 'trade' && <NewTrade account={account} onClose={() => setAct(null)} />}
          {act === 'passwords' && (
            <PasswordsDialog
              account={account}
              onChange={() => setChanges((n) => n + 1)}
              onClose={() => setAct(null)}
            />
          )}
          {act === 'message' && <MessageDialog login={login} onClose={() => setAct(null)} />}
          {act === 'check' && (
            <CheckDialog
              login={login}
              onChange={() => setChanges((n) => n + 1)}
              onClose={() => setAct(null)}
            />
          )}
          {act === 'enable' && (
            <EnableDialog
              account={account}
              onClose={() => setAct(null)}
              onDone={(isOn) => {
                setAct(null)
                setChanges((n) => n + 1)
                say('good', text.enable.done({ login, isOn }))
              }}
            />
          )}
        </>
      )}
    </aside>
  )
}

const mayWrite = (): boolean => mayDo('message') || mayDo('notify')

const cardName = ({ name, middle_name, last_name }: Account) => ({ name, middle_name, last_name })

function Flags({ account }: { account: Account }) {
  const { flags } = accountsWords.value
  const shown = [
    account.enabled ? '' : flags.disabled,
    account.archived_at === null ? '' : flags.archived,
    account.trading_enabled ? '' : flags.tradingOff,
    account.must_change_password ? flags.mustChange : '',
    account.otp_enabled ? flags.codes : '',
  ].filter((flag) => flag !== '')
  return (
    <>
      {shown.map((flag) => (
        <span key={flag} class="badge">
          {flag}
        </span>
      ))}
    </>
  )
}

/** The account's money, live, with its age where it is not of now. */
function Figures({ account }: { account: Account }) {
  const { money: text } = accountsWords.value
  const money = moneyOf(account.login).value ?? account.money
  const age =
    money === null || second.value < 0
      ? null
      : Math.max(0, Math.floor((serverNow() - Date.parse(money.at)) / 1_000))
  const figure = (label: string, value: string | null | undefined, look = '') => (
    <div class="figure">
      <dt>{label}</dt>
      <dd class={look}>{value === null || value === undefined ? words.value.none : value}</dd>
    </div>
  )
  const amount = (value: string | null | undefined) =>
    value === null || value === undefined ? null : grouped(value)
  const profit = money?.profit ?? null
  return (
    <>
      <dl class="figures card-figures">
        {figure(text.balance, amount(money?.balance ?? account.balance))}
        {figure(text.equity, amount(money?.equity))}
        {figure(text.profit, profit === null ? null : signed(profit), amountLook(profit))}
        {figure(text.credit, amount(money?.credit ?? account.credit))}
        {figure(text.margin, amount(money?.margin))}
        {figure(text.free, amount(money?.margin_free))}
        {figure(
          text.level,
          money?.margin_level == null ? null : `${grouped(money.margin_level)} %`,
        )}
      </dl>
      {age !== null && age > AGE_TOLD_SEC && (
        <p class="faint card-age">{text.age({ age: ageText(age) })}</p>
      )}
    </>
  )
}

/** An account that moves is told of each second: figures older than this are of an account that stands still. */
const AGE_TOLD_SEC = 5

function PartTabs(props: {
  shown: readonly PartName[]
  part: PartName
  onChoose: (name: PartName) => void
}) {
  const { parts } = accountsWords.value
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={words.value.header.menu}
      onKeyDown={(event) => {
        const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
        const next = props.shown[props.shown.indexOf(props.part) + way]
        if (way === 0 || next === undefined) return
        event.preventDefault()
        props.onChoose(next)
        const list = event.currentTarget
        requestAnimationFrame(() =>
          list.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
        )
      }}
    >
      {CARD_PARTS.filter((name) => props.shown.includes(name)).map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={name === props.part}
          tabIndex={name === props.part ? 0 : -1}
          onClick={() => props.onChoose(name)}
        >
          {parts[name]}
        </button>
      ))}
    </div>
  )
}
