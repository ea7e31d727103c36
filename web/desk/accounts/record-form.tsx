import { Fragment } from 'preact'
import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import type { Account } from '../../staff/records.js'
import { isHidden, mayDo } from '../../staff/rights.js'
import { accountsWords } from '../../text/desk/accounts-words.js'
import { nameOf } from '../../text/name-of.js'
import { timeText } from '../../text/times.js'
import { words } from '../../text/words.js'
import { ChangesForm } from '../changes/changes-form.js'
import { personField } from '../changes/person-field.js'
import { useChanges } from '../changes/use-changes.js'

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

type Form = Readonly<Partial<Record<FieldName, string | boolean>>>

/** The form with an account's personal data and settings. */
export function RecordForm({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { record: text, fields } = accountsWords.value
  const isOff = !mayDo('edit') || account.archived_at !== null
  const own: Form = Object.fromEntries(
    [...TEXTS, ...NUMBERS, ...FLAGS].map((name) => [name, shownOf(account, name)]),
  )
  const changes = useChanges<Form>({
    kind: 'account',
    key: String(account.login),
    own,
    version: account.version,
    saved: text.saved,
    conflict: text.conflict,
    isLooked: (draft) => draft.leverage !== undefined,
    send: (draft, isDryRun) =>
      call('PATCH /admin/v1/accounts/{login}', {
        params: { login: account.login },
        ...(isDryRun ? { query: { dry_run: true } } : {}),
        body: bodyOf(account.version, draft),
      }),
    onSaved,
  })
  const { names, shown, faults, change } = changes
  const label = (name: FieldName) =>
    names.includes(name)
      ? `${nameOf(fields, name)} • ${text.was({ value: String(changes.record[name]) })}`
      : nameOf(fields, name)
  return (
    <ChangesForm
      changes={changes}
      save={(n) => text.save({ n })}
      labelOf={(name) => nameOf(fields, name as FieldName)}
      isOff={isOff}
    >
      <fieldset class="desk-fields" disabled={isOff}>
        {[...TEXTS, ...NUMBERS].map((name) =>
          account[name] === null && !NONE_AS_NULL.has(name) ? null : (
            <Field
              key={name}
              label={label(name)}
              value={String(shown[name])}
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
              checked={Boolean(shown[name])}
              onChange={({ currentTarget }) => change(name, currentTarget.checked)}
            />
            {label(name)}
          </label>
        ))}
      </fieldset>
      <dl class="desk-facts">
        {TEXTS.filter(isHidden).map((name) => (
          <Fragment key={name}>
            <dt>{fields[name]}</dt>
            <dd>{personField(name, null)}</dd>
          </Fragment>
        ))}
        <dt>{fields['created_at']}</dt>
        <dd>{timeText(account.created_at)}</dd>
        <dt>{fields['updated_at']}</dt>
        <dd>{timeText(account.updated_at)}</dd>
        <dt>{fields['last_access']}</dt>
        <dd>{account.last_access === null ? words.value.none : timeText(account.last_access)}</dd>
        <dt>{fields['last_ip']}</dt>
        <dd>{account.last_ip === '' ? words.value.none : account.last_ip}</dd>
      </dl>
    </ChangesForm>
  )
}

/** The value of a field as the form shows it. */
function shownOf(account: Account, name: FieldName): string | boolean {
  const value = account[name]
  return typeof value === 'boolean' ? value : value === null ? '' : String(value)
}

/** The request body: only the changed fields. */
function bodyOf(version: number, draft: Form): Body {
  const changed = Object.entries(draft).map(([name, value]) => {
    if (typeof value === 'boolean' || !(NUMBERS as readonly string[]).includes(name)) {
      return [name, value]
    }
    if (value === '') return [name, NONE_AS_NULL.has(name) ? null : 0]
    // A text that is no number is sent as it is, so that the server refuses the field.
    return [name, /^\d+$/.test(value) ? Number(value) : value]
  })
  return { version, ...Object.fromEntries(changed) } as Body
}
