import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import type { Data, Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Choice, Field, LongField } from '../../look/controls.js'
import { ShortTable } from '../../look/table/short-table.js'
import { settings } from '../../settings/settings.js'
import { may } from '../../staff/rights.js'
import { groupPaths, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { manyWords } from '../../text/desk/many-words.js'
import { periodWords } from '../../text/desk/period-words.js'
import { faultsOf } from '../../text/faults.js'
import { countText } from '../../text/numbers.js'
import { answerWords, refusalWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { BulkAction, type BulkEnds } from '../bulk/bulk-action.js'
import { dataOrWhy, usePreview } from '../bulk/use-preview.js'
import { EffectsNote } from '../effects/effects.js'
import { TimeField } from '../lists/period.js'

/**
 * A bulk action on the selected accounts.
 *
 * - The preview shows how many accounts are affected, which ones the server would refuse, and why.
 * - The previewed number is sent with the request. If the filter matches another number of accounts
 *   meanwhile, the server does nothing.
 */
type Body = Schemas['AccountBatchBody']
export type Who = Pick<Body, 'logins' | 'filter' | 'search' | 'group' | 'except'>
type Looked = Data<'POST /admin/v1/accounts/batch'>
type What = keyof typeof manyWords.value.whats

/** The actions in the order of the list, each with the right that it needs. */
const WHATS = {
  notify: 'notifications',
  mail: 'mailbox',
  move: 'accounts.edit',
  leverage: 'accounts.edit',
  disable: 'accounts.edit',
  enable: 'accounts.edit',
  trading_off: 'accounts.edit',
  trading_on: 'accounts.edit',
  comment: 'accounts.edit',
  color: 'accounts.edit',
  check: 'accounts.view',
} as const satisfies Readonly<Record<What, string>>

interface Typed {
  readonly group: string
  readonly leverage: string
  readonly comment: string
  readonly color: string
  readonly message: string
  readonly subject: string
  readonly body: string
  readonly by_email: boolean
}

export function ManyDialog(
  props: BulkEnds & {
    who: Who
    /** The action whose refused accounts are tried again. */
    first?: Body | null
  },
) {
  const text = manyWords.value
  const offered = (Object.keys(WHATS) as What[]).filter((what) => may({ all: [WHATS[what]] }))
  const [what, setWhat] = useState<What>(whatOf(props.first) ?? offered[0] ?? 'check')
  const [typed, setTyped] = useState<Typed>(() => typedOf(props.first))
  const [startsAt, setStartsAt] = useState(props.first?.starts_at ?? '')
  useEffect(needGroups, [])
  const asked: Body = {
    ...bodyOf(what, typed),
    ...props.who,
    ...(startsAt === '' ? {} : { starts_at: startsAt }),
  }
  const preview = usePreview<Looked>({
    of: JSON.stringify(asked),
    ask: async () => {
      const body = { ...asked, dry_run: true }
      return dataOrWhy(await call('POST /admin/v1/accounts/batch', { body }), wrongWords)
    },
  })
  const { seen } = preview
  const total = seen?.total ?? 0
  const n = countText(total)
  return (
    <BulkAction
      title={text.title}
      kind="accounts"
      body={{ ...asked, total, dry_run: false }}
      count={total}
      confirm={{ action: what === 'check' ? null : 'batch', effects: seen?.effects }}
      preview={{ ...preview, label: text.look }}
      send={startsAt === '' ? text.send({ n }) : text.sendAt({ n, at: timeText(startsAt, false) })}
      isDanger={what === 'disable'}
      fields={
        <>
          <Choice
            label={text.what}
            value={what}
            options={offered.map((one) => [one, text.whats[one]])}
            onInput={setWhat}
          />
          <Values what={what} typed={typed} onInput={(one) => setTyped({ ...typed, ...one })} />
          <TimeField
            label={text.startsAt({ clock: periodWords.value.clocks[settings.value.times] })}
            value={startsAt}
            onValue={setStartsAt}
          />
        </>
      }
      onBegun={props.onBegun}
      onClose={props.onClose}
    >
      {seen !== null && (
        <>
          <Look looked={seen} />
          {props.who.logins === undefined && <p class="faint">{text.all}</p>}
          {seen.effects !== undefined && <EffectsNote effects={seen.effects} />}
        </>
      )}
    </BulkAction>
  )
}

function Values(props: { what: What; typed: Typed; onInput: (typed: Partial<Typed>) => void }) {
  const text = manyWords.value
  const { what, typed, onInput } = props
  if (what === 'move') {
    return (
      <Choice
        label={text.group}
        value={typed.group}
        options={['', ...groupPaths.value].map((path) => [path, path])}
        onInput={(group) => onInput({ group })}
      />
    )
  }
  if (what === 'leverage' || what === 'comment' || what === 'color') {
    return (
      <Field
        label={text[what]}
        value={typed[what]}
        inputMode={what === 'leverage' ? 'numeric' : 'text'}
        onInput={(value) => onInput({ [what]: value })}
      />
    )
  }
  if (what === 'notify') {
    return (
      <LongField
        label={text.message}
        value={typed.message}
        maxLength={1_024}
        onInput={(message) => onInput({ message })}
      />
    )
  }
  if (what !== 'mail') return null
  return (
    <>
      <Field
        label={text.subject}
        value={typed.subject}
        onInput={(subject) => onInput({ subject })}
      />
      <LongField
        label={text.body}
        value={typed.body}
        maxLength={65_536}
        onInput={(body) => onInput({ body })}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={typed.by_email}
          onChange={({ currentTarget }) => onInput({ by_email: currentTarget.checked })}
        />
        {text.byEmail}
      </label>
    </>
  )
}

/** The preview: the number of accounts, and the ones that would be refused with the reasons. */
function Look({ looked: { total, refused, rows } }: { looked: Looked }) {
  const text = manyWords.value
  const no = refused.reduce((sum, { count: n }) => sum + n, 0)
  return (
    <div class="stack" role="status">
      <p>
        <b>{text.accounts({ n: countText(total) })}</b>{' '}
        {no === 0 ? text.allDo : <span class="loss">{text.wouldNot({ n: countText(no) })}</span>}
      </p>
      {rows.length > 0 && (
        <ShortTable
          label={text.rowsOf}
          frame="scroll many-refused"
          hasHead={false}
          rows={rows}
          keyOf={({ login }) => login}
          columns={[
            { id: 'login', label: text.rowsOf, isNumber: true, cell: ({ login }) => login },
            {
              id: 'why',
              label: text.rowsOf,
              cell: ({ code, message }) => refusalWords(code, message),
            },
          ]}
          after={
            no > rows.length && <p class="faint">{text.more({ n: countText(no - rows.length) })}</p>
          }
        />
      )}
    </div>
  )
}

/** The faults of a refused request, each with the name of its field. */
function wrongWords(answer: Answer<unknown>): string {
  const names: Readonly<Record<string, string>> = manyWords.value.fieldNames
  const faults = Object.entries(faultsOf(answer.data)).map(([path, message]) => {
    const name = names[path.replace('params.', '')]
    return name === undefined ? message : `${name}: ${message}`
  })
  return faults.length === 0 ? answerWords(answer) : faults.join('; ')
}

function bodyOf(what: What, typed: Typed): Pick<Body, 'act' | 'params'> {
  const { group, message, subject, body, by_email, comment, color, leverage } = typed
  switch (what) {
    case 'notify':
      return { act: 'notify', params: { message } }
    case 'mail':
      return { act: 'mail', params: { subject, body, by_email } }
    case 'move':
      return { act: 'move', params: { group } }
    case 'check':
      return { act: 'check', params: {} }
    case 'leverage':
      // An empty or non-numeric text is sent as an invalid number, so that the server refuses it.
      return { act: 'patch', params: { leverage: leverage.trim() === '' ? -1 : Number(leverage) } }
    case 'comment':
      return { act: 'patch', params: { comment } }
    case 'color':
      return { act: 'patch', params: { color: color.trim() } }
    case 'enable':
    case 'disable':
      return { act: 'patch', params: { enabled: what === 'enable' } }
    case 'trading_on':
    case 'trading_off':
      return { act: 'patch', params: { trading_enabled: what === 'trading_on' } }
  }
}

function whatOf(first: Body | null | undefined): What | undefined {
  if (first === null || first === undefined) return undefined
  const { act, params = {} } = first
  if (act !== 'patch') return act
  if (params.enabled !== undefined) return params.enabled ? 'enable' : 'disable'
  if (params.trading_enabled !== undefined)
    return params.trading_enabled ? 'trading_on' : 'trading_off'
  return (['leverage', 'comment', 'color'] as const).find((name) => params[name] !== undefined)
}

function typedOf(first: Body | null | undefined): Typed {
  const { group, comment, color, message, subject, body, by_email, leverage } = first?.params ?? {}
  return {
    group: group ?? '',
    leverage: leverage === undefined ? '' : String(leverage),
    comment: comment ?? '',
    color: color ?? '',
    message: message ?? '',
    subject: subject ?? '',
    body: body ?? '',
    by_email: by_email ?? false,
  }
}
