import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { serverNow } from '../../link/clock.js'
import { amountLook } from '../../look/amount.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { Tabs } from '../../look/tabs.js'
import { onAccountChange } from '../../staff/accounts/changed-accounts.js'
import { lookAtMoney, moneyOf } from '../../staff/accounts/money.js'
import { lives } from '../../staff/connection/link.js'
import { nameRecord } from '../../staff/open-records.js'
import type { Account } from '../../staff/records.js'
import { mayDo } from '../../staff/rights.js'
import { second } from '../../state/market.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { grouped, signed } from '../../text/numbers.js'
import { ageText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { CardFrame } from '../lists/record-card.js'
import { type KeyPress, ownKeys } from '../shell/keys.js'
import { clientName } from './account-columns.js'
import { actOfKey, type CardAct, CardActs } from './card-acts.js'
import { CardDialog } from './card-dialog.js'
import { CardPart, type PartName, partsShown } from './card-parts.js'

/** The card of an account beside its list: personal data, money, and tabs that load when opened. */
export function Card(props: {
  login: number
  part: string
  /** Called when the reader chooses another tab. */
  onPart: (part: PartName) => void
  onClose: () => void
}) {
  const { login } = props
  const text = accountsWords.value
  const [changes, setChanges] = useState(0)
  const read = usePanelData(
    'GET /admin/v1/accounts/{login}',
    { params: { login } },
    changes + lives.value,
  )
  const version = useRef(0)
  version.current = read.data?.version ?? 0
  useEffect(
    () =>
      onAccountChange((changed, newest) => {
        if (changed === login && newest > version.current) setChanges((n) => n + 1)
      }),
    [login],
  )
  const account = read.data
  const name = account === null ? '' : clientName(cardName(account))
  useEffect(() => nameRecord(`${login} ${name}`.trim(), 'accounts'), [login, name])
  const [act, setAct] = useState<CardAct | null>(null)
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
  /** The card's keys work wherever the focus is. */
  const pressed = (event: KeyPress): boolean => {
    if (event.defaultPrevented || event.altKey) return false
    const at = shown.indexOf(part)
    const digit = /^[1-9]$/.exec(event.key)?.[0]
    const keyed = account === null ? undefined : actOfKey(event.key, account)
    if (event.key === '[') goTo(shown[at - 1])
    else if (event.key === ']') goTo(shown[at + 1])
    else if (digit !== undefined) goTo(shown[Number(digit) - 1])
    else if (keyed !== undefined) setAct(keyed)
    else if (event.key.toLowerCase() === 'e' && mayDo('edit')) goTo('record')
    else if (event.key.toLowerCase() === 'h' && mayDo('journal')) goTo('journal')
    else if (event.key === 'Escape') props.onClose()
    else return false
    return true
  }
  const press = useRef(pressed)
  press.current = pressed
  useEffect(() => ownKeys((event) => press.current(event)), [])
  return (
    <CardFrame
      title={`${login} ${name}`}
      label={text.card({ login })}
      close={text.closeCard}
      onClose={props.onClose}
    >
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
            <CardActs account={data} onAct={setAct} onRecord={() => goTo('record')} />
            <Tabs
              label={words.value.header.menu}
              tabs={shown.map((name) => ({ name, label: text.parts[name] }))}
              chosen={part}
              onChoose={goTo}
            />
            <div class="card-part" role="tabpanel" aria-label={text.parts[part]}>
              <CardPart part={part} account={data} onChange={() => setChanges((n) => n + 1)} />
            </div>
          </>
        )}
      </ReadPanel>
      {account !== null && act !== null && (
        <CardDialog
          act={act}
          account={account}
          onChange={() => setChanges((n) => n + 1)}
          onClose={() => setAct(null)}
        />
      )}
    </CardFrame>
  )
}

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

/** The account's live money. Its age is shown if it is not up to date. */
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

/**
 * Figures older than this show their age. The server sends new ones every second while prices of
 * the account move.
 */
const AGE_TOLD_SEC = 5
