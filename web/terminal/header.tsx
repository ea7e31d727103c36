import { Brand } from '../look/brand.js'
import { Menu } from '../look/controls.js'
import { DocsLink } from '../look/docs-link.js'
import { Icon } from '../look/icons.js'
import { set } from '../settings/settings.js'
import { session, signOut } from '../state/session.js'
import { unreadCount } from '../state/unread.js'
import { grouped, isGain, isLoss, signed } from '../text/numbers.js'
import { pageLink } from '../text/page-link.js'
import { words } from '../text/terminal/words.js'
import { money, terms } from '../trader/account/account.js'
import { floating } from '../trader/account/floating.js'
import { marginStanding } from '../trader/account/margin.js'
import { latencyMs, lineState } from '../trader/connection/link.js'
import { openDialog } from './open-dialog.js'
import { isTicketOpen, phoneTab } from './phone-tab.js'

/** The page header: trader, account figures and connection state. */
export function Header() {
  const { header: text } = words.value
  const inbox = unreadCount.value > 0 ? text.unread({ n: unreadCount.value }) : text.inbox
  return (
    <header class="panel head">
      <Brand name={terms.value?.company ?? ''} />
      <dl class="figures">
        <Figure label={text.account} value={String(session.value?.login ?? '')} isSecond={true} />
        <Figures />
      </dl>
      <span class="grow" />
      {session.value?.read_only === true && <span class="badge">{text.readOnly}</span>}
      <LineBadge />
      <button
        type="button"
        class="plain icon"
        aria-label={inbox}
        title={inbox}
        onClick={() => {
          set({ tab: 'inbox' })
          phoneTab.value = 'more'
          isTicketOpen.value = false
        }}
      >
        <Icon name="mail" />
        {unreadCount.value > 0 && <i class="spot" />}
      </button>
      <Menu label={text.menu} icon="menu">
        {(close) => (
          <>
            <button type="button" onClick={() => open(close, 'settings')}>
              {text.settings}
            </button>
            <button type="button" onClick={() => open(close, 'keys')}>
              {words.value.keys.title}
            </button>
            <button type="button" class="wide-only" onClick={() => open(close, 'layouts')}>
              {words.value.layout.more}
            </button>
            <WebLink url={terms.value?.deposit_url ?? ''} label={text.deposit} />
            <WebLink url={terms.value?.withdraw_url ?? ''} label={text.withdraw} />
            <DocsLink />
            <a href="/about">{text.about}</a>
            <button type="button" onClick={() => void signOut()}>
              {text.signOut}
            </button>
          </>
        )}
      </Menu>
    </header>
  )
}

function open(close: () => void, dialog: 'settings' | 'keys' | 'layouts'): void {
  close()
  openDialog.value = dialog
}

function WebLink({ url, label }: { url: string; label: string }) {
  if (!url.startsWith('https://')) return null
  return (
    <a href={pageLink(url)} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  )
}

/**
 * The account's figures. All are shown from the start, so that nothing below moves. Long amounts
 * use a smaller font.
 */
function Figures() {
  const { header: text } = words.value
  const { balance = null, margin_free = null, margin_level = null } = money.value ?? {}
  const { equity, net } = floating.value
  const currency = terms.value?.currency ?? ''
  const standing = marginStanding.value
  return (
    <>
      <Figure
        label={text.balance}
        value={balance === null ? null : `${grouped(balance)} ${currency}`}
        isThird={true}
      />
      <Figure label={text.equity} value={equity === null ? null : grouped(equity)} />
      <Figure
        label={text.free}
        value={margin_free === null ? null : grouped(margin_free)}
        isSecond={true}
      />
      <div class={`figure level ${standing === 'fine' ? 'second' : ''}`}>
        <dt>{text.level}</dt>
        <dd class={standing === 'fine' ? '' : standing === 'call' ? 'low' : 'loss'}>
          {standing !== 'fine' && '▼ '}
          {margin_level === null ? words.value.none : `${grouped(margin_level)} %`}
          <Gauge level={margin_level} />
        </dd>
      </div>
      <Figure
        label={text.net}
        name={text.netName}
        value={net === null ? null : signed(net)}
        look={isLoss(net) ? 'loss' : isGain(net) ? 'gain' : ''}
      />
    </>
  )
}

/** The most characters of an amount at full font size. */
const LONG = 14

function Figure(props: {
  label: string
  value: string | null
  /** The full meaning of the figure, if its label is shortened. */
  name?: string
  look?: string
  isSecond?: boolean
  isThird?: boolean
}) {
  const where = props.isSecond === true ? 'second' : props.isThird === true ? 'third' : ''
  const value = props.value ?? words.value.none
  return (
    <div class={`figure ${where} ${value.length > LONG ? 'long' : ''}`}>
      <dt title={props.name}>{props.label}</dt>
      <dd class={props.look ?? ''} title={value}>
        {value}
      </dd>
    </div>
  )
}

/**
 * A gauge of the margin level: full at five times the margin call level, with marks at margin call
 * and stop out. Its space is always reserved.
 */
function Gauge({ level }: { level: string | null }) {
  const percent = terms.value?.stop_out_mode === 'percent' ? terms.value : null
  if (level === null || percent === null) return <span class="gauge none" />
  const { margin_call_level, stop_out_level } = percent
  const [now, call, out] = [level, margin_call_level, stop_out_level].map(Number) as [
    number,
    number,
    number,
  ]
  const placeOf = (value: number) =>
    Math.max(0, Math.min(100, (100 * value) / Math.max(1, 5 * call)))
  const look = { fine: '', call: 'low', out: 'out' }[marginStanding.value]
  const { header: text } = words.value
  return (
    <span
      class="gauge"
      aria-hidden="true"
      title={`${text.callAt({ level: margin_call_level })}, ${text.outAt({ level: stop_out_level })}`}
    >
      <i class={look} style={{ width: `${Math.max(3, placeOf(now))}%` }} />
      <b style={{ left: `${placeOf(call)}%` }} />
      <b class="out" style={{ left: `${placeOf(out)}%` }} />
    </span>
  )
}

export function LineBadge() {
  const { line: text } = words.value
  const state = lineState.value
  const ms = latencyMs.value === null ? '–' : latencyMs.value.toFixed(0)
  return (
    <output class={`state ${state}`}>
      <span class="off-phone">{state === 'live' ? text.live({ ms }) : text[state]}</span>
    </output>
  )
}
