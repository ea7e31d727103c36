import { useEffect, useId, useState } from 'preact/hooks'
import { readStored, store } from '../../link/browser-storage.js'
import { ownKey } from '../../link/side.js'
import { FileChoice, useFileDrop } from '../../look/file-choice.js'
import type { ListColumn } from '../../look/table/column.js'
import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import { useAfterPause } from '../../look/typing/pause.js'
import { acts } from '../../staff/bulk/acts.js'
import {
  accountsOf,
  type FaultyLine,
  markOf,
  PAYMENTS_MAX,
  type PaidAccount,
  type PaymentFile,
  type PaymentLine,
  paymentsOf,
} from '../../staff/bulk/payment-file.js'
import { go } from '../../staff/place.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { moneyWords } from '../../text/desk/money-words.js'
import { countText } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { PaymentsDialog } from './payments-dialog.js'

const DRAFT = ownKey('draft.payments')
/** How long typing has to pause before the lines are read. */
const TYPED_MS = 300
const FAULTS_SHOWN = 20
const ROWS_SHOWN = 200

/**
 * Payments from a table. The page finds the accounts and shows faulty lines before anything can be
 * sent.
 */
export function FilePayments() {
  const { file: text } = moneyWords.value
  const id = useId()
  const [typed, setTyped] = useState(() => readStored(DRAFT, 'session') ?? '')
  const [read, setRead] = useState<Matched | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    store(DRAFT, typed === '' ? null : typed, 'session')
    setRead(null)
  }, [typed])
  useAfterPause(TYPED_MS, typed.trim() === '' ? '' : typed, async (isNewest) => {
    const next = await matched(typed)
    if (isNewest()) setRead(next)
    return undefined
  })
  const take = async (file: File) => setTyped(await file.text())
  const drop = useFileDrop((file) => void take(file), true)
  return (
    <div class="stack">
      <p>{text.help}</p>
      <p class="row wrap">
        <FileChoice
          label={text.choose}
          accept=".csv,.txt,text/csv,text/plain"
          onFile={(file) => void take(file)}
        />
        <label for={id}>{text.drop}</label>
        <span class="grow" />
        {typed !== '' && (
          <button type="button" class="small" onClick={() => setTyped('')}>
            {text.clear}
          </button>
        )}
      </p>
      <textarea
        id={id}
        class={`paste ${drop.isOver ? 'over' : ''}`}
        rows={6}
        spellcheck={false}
        aria-label={text.paste}
        placeholder={text.example}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        {...drop.handlers}
      />
      {typed === '' && (
        <details>
          <summary>{text.actions}</summary>
          <dl class="desk-facts">
            {Object.entries(accountsWords.value.pay.actions).map(([name, says]) => (
              <>
                <dt key={name}>{name}</dt>
                <dd>{says}</dd>
              </>
            ))}
          </dl>
        </details>
      )}
      {typed.trim() !== '' && read === null && <p role="status">{text.matching}</p>}
      {read !== null && <Checked read={read} onTake={setRead} onOpen={() => setOpen(true)} />}
      {isOpen && read?.file != null && (
        <PaymentsDialog
          items={read.file.lines.map(({ line, like, ...item }) => item)}
          {...(read.accounts === null ? {} : { accounts: read.accounts })}
          onBegun={() => {
            // The page closes at once, so the draft is removed here; effects that depend on the
            // typed text no longer run.
            store(DRAFT, null, 'session')
            setTyped('')
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** The parsed table with its accounts. `file` is null if the text is not a table. */
interface Matched {
  readonly file: PaymentFile | null
  /** The accounts by login; null if they could not be read. */
  readonly accounts: ReadonlyMap<number, PaidAccount> | null
}

async function matched(text: string): Promise<Matched> {
  const file = paymentsOf(text)
  if (file === null || file.lines.length > PAYMENTS_MAX || !may(PAGE_NEEDS.accounts))
    return { file, accounts: null }
  const accounts = await accountsOf(file.lines.map(({ login }) => login))
  if (accounts === null) return { file, accounts }
  const unknown = file.lines.filter(({ login }) => !accounts.has(login))
  const faults: FaultyLine[] = [
    ...file.faults,
    ...unknown.map(({ line, login }) => ({
      line,
      fault: 'unknown' as const,
      cell: String(login),
    })),
  ]
  return {
    file: {
      lines: file.lines.filter(({ login }) => accounts.has(login)),
      faults: faults.toSorted((one, other) => one.line - other.line),
    },
    accounts,
  }
}

function Checked(props: { read: Matched; onTake: (read: Matched) => void; onOpen: () => void }) {
  const { file: text } = moneyWords.value
  const { file, accounts } = props.read
  if (file === null) {
    return (
      <div class="banner bad" role="alert">
        {text.noTable}
      </div>
    )
  }
  const { lines, faults } = file
  const likes = lines.filter(({ like }) => like !== null)
  const isTooMany = lines.length > PAYMENTS_MAX
  return (
    <>
      {isTooMany && (
        <div class="banner bad" role="alert">
          {text.tooMany({ n: countText(lines.length), max: countText(PAYMENTS_MAX) })}
        </div>
      )}
      {faults.length > 0 && <Faults faults={faults} />}
      {likes.length > 0 && (
        <div class="banner row wrap" role="alert">
          <span class="grow">{text.likes({ n: countText(likes.length) })}</span>
          <button
            type="button"
            class="small"
            onClick={() =>
              props.onTake({
                accounts,
                file: { faults, lines: lines.filter(({ like }) => like === null) },
              })
            }
          >
            {text.takeLikes}
          </button>
        </div>
      )}
      {accounts === null && !isTooMany && <p class="faint">{text.notMatched}</p>}
      <PaidBefore lines={lines} />
      {lines.length === 0 ? (
        <p class="empty">{text.none}</p>
      ) : (
        <>
          <p class="row">
            <button type="button" class="primary" disabled={isTooMany} onClick={props.onOpen}>
              {text.check({ n: countText(lines.length) })}
            </button>
          </p>
          <Lines lines={lines} accounts={accounts} />
        </>
      )}
    </>
  )
}

function Faults({ faults }: { faults: readonly FaultyLine[] }) {
  const { file: text } = moneyWords.value
  return (
    <div class="banner bad" role="alert">
      <p>{text.faults({ n: countText(faults.length) })}</p>
      <ul>
        {faults.slice(0, FAULTS_SHOWN).map(({ line, fault, cell }) => (
          <li key={line}>
            {cell === ''
              ? text.faultLine({ line, says: text.faultWords[fault] })
              : text.faultCell({ line, says: text.faultWords[fault], cell: cell.slice(0, 80) })}
          </li>
        ))}
        {faults.length > FAULTS_SHOWN && (
          <li>{text.others({ n: countText(faults.length - FAULTS_SHOWN) })}</li>
        )}
      </ul>
    </div>
  )
}

/**
 * Warns if an action with the same payments was already sent, for example after a reload or a
 * second paste.
 */
function PaidBefore({ lines }: { lines: readonly PaymentLine[] }) {
  const { file: text } = moneyWords.value
  const mark = markOf(lines)
  const before = acts.value.find((act) => act.mark === mark && act.state !== 'refused')
  if (before === undefined || lines.length === 0) return null
  return (
    <div class="banner bad row wrap" role="alert">
      <span class="grow">{text.paidBefore({ time: timeText(before.at) })}</span>
      <button type="button" class="small" onClick={() => go(['actions', before.key])}>
        {text.showAct}
      </button>
    </div>
  )
}

function Lines(props: {
  lines: readonly PaymentLine[]
  accounts: ReadonlyMap<number, PaidAccount> | null
}) {
  const { accounts } = props
  const { file: text, title } = moneyWords.value
  const { fields, pay } = accountsWords.value
  const kinds = columnKinds<PaymentLine>()
  const of = (login: number) => accounts?.get(login)
  const columns: readonly ListColumn<PaymentLine>[] = [
    kinds.number('line', text.line, ({ line }) => String(line)),
    kinds.text('login', fields['login'] ?? '', ({ login }) => login),
    kinds.text('name', text.name, ({ login }) => of(login)?.name),
    kinds.text('group', fields['group'] ?? '', ({ login }) => of(login)?.group),
    kinds.text('action', text.action, ({ action }) => pay.actions[action]),
    kinds.amount('amount', text.amount, ({ amount }) => amount),
    kinds.text('currency', fields['currency'] ?? '', ({ login }) => of(login)?.currency),
    kinds.written('comment', pay.comment, ({ comment }) => comment ?? null),
    ...(props.lines.some(({ like }) => like !== null)
      ? [
          kinds.text('like', text.double, ({ like }) =>
            like === null ? null : text.like({ line: like }),
          ),
        ]
      : []),
  ]
  return (
    <>
      <Table<PaymentLine>
        name="desk.payments"
        label={title}
        rows={props.lines.slice(0, ROWS_SHOWN)}
        keyOf={({ line }) => String(line)}
        columns={columns}
      />
      {props.lines.length > ROWS_SHOWN && (
        <p class="faint">{text.others({ n: countText(props.lines.length - ROWS_SHOWN) })}</p>
      )}
    </>
  )
}
