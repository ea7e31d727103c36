import type { Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Field } from '../../look/controls.js'
import type { Person } from '../../staff/records.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { words } from '../../text/words.js'
import { ChangesForm } from '../changes/changes-form.js'
import { useChanges } from '../changes/use-changes.js'
import { LinesField, linesOf, RightsTree, ScopeField } from './profile-fields.js'

type Body = Schemas['PatchStaffBody']

/** The fields of a staff member as the form holds them. */
interface Form {
  readonly name: string
  readonly email: string
  readonly mailbox_name: string
  readonly logs_months: string
  readonly reports_months: string
  readonly group_scope: string
  readonly ip_allow: string
  readonly rights: string
}

const TEXTS = ['name', 'email', 'mailbox_name'] as const
const MONTHS = ['logs_months', 'reports_months'] as const
const MONTHS_MAX = 120

const isMonths = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= MONTHS_MAX

/** The form for a staff member's data, rights and scope. */
export function ProfileForm(props: {
  person: Person
  /** All staff users in the reader's scope. */
  all: readonly Person[]
  onSaved: () => void
}) {
  const { person, onSaved } = props
  const text = staffWords.value
  const own = formOf(person)
  const changes = useChanges<Form>({
    kind: 'staff',
    key: String(person.login),
    own,
    version: person.version,
    saved: text.saved,
    conflict: text.conflict,
    send: (draft) =>
      call('PATCH /admin/v1/staff/{login}', {
        params: { login: person.login },
        body: bodyOf(person.version, draft),
      }),
    onSaved,
  })
  const { names, shown, faults, change } = changes
  const badMonths = MONTHS.filter((name) => !isMonths(shown[name]))
  const labels: Readonly<Record<keyof Form, string>> = {
    name: text.name,
    email: text.email,
    mailbox_name: text.mailbox,
    logs_months: text.logsMonths,
    reports_months: text.reportsMonths,
    group_scope: text.scope,
    ip_allow: text.addresses,
    rights: text.rights,
  }
  const label = (name: keyof Form) =>
    names.includes(name)
      ? `${labels[name]} • ${text.was({ text: String(changes.record[name]) })}`
      : labels[name]
  return (
    <ChangesForm
      changes={changes}
      save={(n) => text.save({ n })}
      labelOf={(name) => labels[name as keyof Form]}
      textOf={(_, value) => linesOf(String(value)).join(', ') || words.value.none}
      isWrong={badMonths.length > 0}
      class="stack"
    >
      <div class="desk-fields">
        {TEXTS.map((name) => (
          <Field
            key={name}
            label={label(name)}
            value={shown[name]}
            maxLength={128}
            wrong={faults[name]}
            onInput={(value) => change(name, value)}
          />
        ))}
        {MONTHS.map((name) => (
          <Field
            key={name}
            label={label(name)}
            value={shown[name]}
            inputMode="numeric"
            maxLength={3}
            wrong={isMonths(shown[name]) ? faults[name] : text.whole}
            onInput={(value) => change(name, value)}
          />
        ))}
      </div>
      <h3>{text.rights}</h3>
      <RightsTree
        chosen={linesOf(shown.rights)}
        had={person.rights}
        others={props.all.filter(({ login }) => login !== person.login)}
        onChoose={(rights) => change('rights', sortedLines(rights, person.rights))}
      />
      <h3>{text.scope}</h3>
      <ScopeField
        value={shown.group_scope}
        wrong={faults['group_scope']}
        onInput={(value) => change('group_scope', value)}
      />
      <LinesField
        label={text.addresses}
        value={shown.ip_allow}
        wrong={faults['ip_allow']}
        onInput={(value) => change('ip_allow', value)}
      />
    </ChangesForm>
  )
}

function formOf(person: Person): Form {
  const { name, email, mailbox_name, logs_months, reports_months } = person
  return {
    name,
    email,
    mailbox_name,
    logs_months: String(logs_months),
    reports_months: String(reports_months),
    group_scope: person.group_scope.join('\n'),
    ip_allow: person.ip_allow.join('\n'),
    rights: person.rights.join('\n'),
  }
}

/** The rights as lines. Existing rights keep their order, so a different order is not a change. */
function sortedLines(rights: readonly string[], before: readonly string[]): string {
  const fresh = rights.filter((right) => !before.includes(right)).toSorted()
  return [...before.filter((right) => rights.includes(right)), ...fresh].join('\n')
}

function bodyOf(version: number, draft: Partial<Form>): Body {
  const changed = Object.entries(draft).map(([name, value]) => {
    if (name === 'rights' || name === 'group_scope' || name === 'ip_allow') {
      return [name, linesOf(value)]
    }
    return [name, (MONTHS as readonly string[]).includes(name) ? Number(value) : value]
  })
  return { version, ...Object.fromEntries(changed) } as Body
}
