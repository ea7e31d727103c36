import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../link/contract.js'
import { keep, keptJson } from '../../link/kept.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { Field, OnceButton } from '../../look/controls.js'
import { say } from '../../state/notes.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'
import { faultsOf } from '../faults.js'
import { LinesField, linesOf, RightsTree, ScopeField } from './profile-fields.js'
import type { Person } from './staff.js'

type Body = Schemas['PatchStaffBody']

/** What of a person is changed here, as it stands in the form. */
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
type FieldName = keyof Form

const TEXTS = ['name', 'email', 'mailbox_name'] as const
const MONTHS = ['logs_months', 'reports_months'] as const
const MONTHS_MAX = 120

const isMonths = (text: string) => /^\d{1,3}$/.test(text) && Number(text) <= MONTHS_MAX

/**
 * Who somebody is and what they may. A draft belongs to the person, not to the version: it outlives a reload, and a
 * change from elsewhere is laid under it. Only what differs is sent.
 */
export function ProfileForm({ person, onSaved }: { person: Person; onSaved: () => void }) {
  const text = staffWords.value
  const key = ownKey(`draft.staff.${person.login}`)
  const [draft, setDraft] = useState<Partial<Form>>(() =>
    keptJson<Partial<Form>>(key, {}, 'session'),
  )
  const [wrong, setWrong] = useState('')
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const own = formOf(person)
  const shown: Form = { ...own, ...draft }
  const change = (name: FieldName, value: string) => {
    const { [name]: gone, ...others } = draft
    setDraft(value === own[name] ? others : { ...others, [name]: value })
  }
  useEffect(() => {
    keep(key, Object.keys(draft).length === 0 ? null : JSON.stringify(draft), 'session')
  }, [draft])
  const names = Object.keys(draft) as FieldName[]
  const badMonths = MONTHS.filter((name) => !isMonths(shown[name]))
  const save = async () => {
    setWrong('')
    setFaults({})
    const answer = await call('PATCH /admin/v1/staff/{login}', {
      params: { login: person.login },
      body: bodyOf(person.version, draft),
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
  const labels: Readonly<Record<(typeof TEXTS | typeof MONTHS)[number], string>> = {
    name: text.name,
    email: text.email,
    mailbox_name: text.mailbox,
    logs_months: text.logsMonths,
    reports_months: text.reportsMonths,
  }
  const label = (name: keyof typeof labels) =>
    name in draft ? `${labels[name]} • ${text.was(own[name])}` : labels[name]
  return (
    <form
      ref={form}
      class="desk-form stack"
      onSubmit={(event) => {
        event.preventDefault()
      }}
      onKeyDown={(event) => {
        if (event.key.toLowerCase() !== 's' || !event.ctrlKey) return
        event.preventDefault()
        if (names.length > 0 && badMonths.length === 0 && !event.repeat) void save()
      }}
    >
      {wrong !== '' && (
        <div class="banner bad" role="alert">
          {wrong}
        </div>
      )}
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
      <footer class="row">
        <span class="grow" />
        {names.length > 0 && (
          <button type="button" onClick={() => setDraft({})}>
            {words.value.cancel}
          </button>
        )}
        <OnceButton
          type="submit"
          class="primary"
          isOff={names.length === 0 || badMonths.length > 0}
          onPress={save}
        >
          {text.save(names.length)}
        </OnceButton>
      </footer>
    </form>
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

/** Rights that are the same in another order are no change: those that were there stand first, as they stood. */
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
