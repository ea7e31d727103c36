import { useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { keep, keptJson } from '../../link/kept.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { Field, OnceButton } from '../../look/controls.js'
import { mayDo } from '../../staff/rights.js'
import { say } from '../../state/notes.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { refusalWords } from '../../text/refusals.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import type { Account } from './card.js'

type Body = Schemas['PatchAccountBody']
type FieldName = keyof Body & keyof Account

const TEXTS = [
  'name',
  'middle_name',
  'last_name',
  'email',
  'phone',
  'country',
  'city',
  'state',
  'zip_code',
  'address',
  'id_number',
  'bank_account',
  'company',
  'language',
  'lead_campaign',
  'lead_source',
  'comment',
] as const satisfies readonly FieldName[]
const NUMBERS = [
  'leverage',
  'limit_orders',
  'limit_positions',
  'agent',
  'client_id',
] as const satisfies readonly FieldName[]
const FLAGS = ['trading_enabled', 'api_enabled'] as const satisfies readonly FieldName[]
const NONE_AS_NULL: ReadonlySet<string> = new Set(['agent', 'client_id'])

type Draft = Readonly<Partial<Record<FieldName, string | boolean>>>

/**
 * The data of an account, to read and to change.
 *
 *   D1. A draft is of the account, not of its version: it outlives a reload, and a change from elsewhere is laid under it.
 *   D2. Only what differs is sent, with the version that is known.
 */
export function RecordForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { record: text, fields } = accountsWords.value
  const key = ownKey(`draft.accounts.${account.login}`)
  const [draft, drawDraft] = useState<Draft>(() => keptJson<Draft>(key, {}, 'session'))
  const setDraft = (next: Draft) => {
    drawDraft(next)
    keep(key, Object.keys(next).length === 0 ? null : JSON.stringify(next), 'session')
  }
  const [wrong, setWrong] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const isOff = !mayDo('edit') || account.archived_at !== null
  const change = (name: FieldName, value: string | boolean) => {
    const { [name]: gone, ...others } = draft
    setDraft(value === shownOf(account, name) ? others : { ...others, [name]: value })
  }
  const names = Object.keys(draft) as FieldName[]
  const save = async () => {
    setWrong('')
    setFaults({})
    const body = bodyOf(account.version, draft)
    const answer = await call('PATCH /admin/v1/accounts/{login}', {
      params: { login: account.login },
      body,
    })
    if (answer.ok) {
      setDraft({})
      say('good', text.saved)
      onSaved()
      return
    }
    if (answer.status === 409) {
      setWrong(text.conflict)
      onSaved()
      return
    }
    setWrong(
      answer.status === 0 ? words.value.login.lost : refusalWords(answer.code, answer.message),
    )
    setFaults(faultsOf(answer.data))
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    )
  }
  const label = (name: FieldName) =>
    name in draft
      ? `${fields[name] ?? name} • ${text.was(String(shownOf(account, name)))}`
      : (fields[name] ?? name)
  return (
    <form
      ref={form}
      class="desk-form"
      onSubmit={(event) => {
        event.preventDefault()
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !event.ctrlKey) return
        event.preventDefault()
        if (names.length > 0) void save()
      }}
    >
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
      <fieldset class="desk-fields" disabled={isOff}>
        {[...TEXTS, ...NUMBERS].map((name) =>
          account[name] === null && !NONE_AS_NULL.has(name) ? null : (
            <Field
              key={name}
              label={label(name)}
              value={String(draft[name] ?? shownOf(account, name))}
              inputMode={(NUMBERS as readonly string[]).includes(name) ? 'numeric' : 'text'}
              wrong={faults[name]}
              onInput={(value) => change(name, value)}
            />
          ),
        )}
        {FLAGS.map((name) => (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={Boolean(draft[name] ?? account[name])}
              onChange={({ currentTarget }) => change(name, currentTarget.checked)}
            />
            {label(name)}
          </label>
        ))}
      </fieldset>
      <dl class="desk-facts">
        <dt>{fields['created_at']}</dt>
        <dd>{timeText(account.created_at)}</dd>
        <dt>{fields['updated_at']}</dt>
        <dd>{timeText(account.updated_at)}</dd>
        <dt>{fields['last_access']}</dt>
        <dd>{account.last_access === null ? words.value.none : timeText(account.last_access)}</dd>
        <dt>{fields['last_ip']}</dt>
        <dd>{account.last_ip === '' ? words.value.none : account.last_ip}</dd>
      </dl>
      {!isOff && (
        <footer class="row">
          <span class="grow" />
          {names.length > 0 && (
            <button type="button" onClick={() => setDraft({})}>
              {words.value.cancel}
            </button>
          )}
          <OnceButton type="submit" class="primary" isOff={names.length === 0} onPress={save}>
            {text.save(names.length)}
          </OnceButton>
        </footer>
      )}
    </form>
  )
}

/** A field as it stands in the form. */
function shownOf(account: Account, name: FieldName): string | boolean {
  const value = account[name]
  return typeof value === 'boolean' ? value : value === null ? '' : String(value)
}

/** D2. */
function bodyOf(version: number, draft: Draft): Body {
  const changed = Object.entries(draft).map(([name, value]) => {
    if (typeof value === 'boolean' || !(NUMBERS as readonly string[]).includes(name)) {
      return [name, value]
    }
    if (value === '') return [name, NONE_AS_NULL.has(name) ? null : 0]
    // What is no number is sent as it is: the server names the field.
    return [name, /^\d+$/.test(value) ? Number(value) : value]
  })
  return { version, ...Object.fromEntries(changed) } as Body
}

/** The faults that a refusal names, by field. */
function faultsOf(data: unknown): Readonly<Record<string, string>> {
  if (typeof data !== 'object' || data === null || !('fields' in data)) return {}
  const { fields } = data
  if (!Array.isArray(fields)) return {}
  return Object.fromEntries(
    fields.flatMap((one: unknown) =>
      typeof one === 'object' && one !== null && 'path' in one && 'message' in one
        ? [[String(one.path), String(one.message)]]
        : [],
    ),
  )
}
