import { useEffect, useRef, useState } from 'preact/hooks'
import { readStoredJson, store } from '../../link/browser-storage.js'
import type { Data, Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { Choice, Field, Segments } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { isStaffGroup } from '../../staff/groups.js'
import { open } from '../../staff/place.js'
import { knownGroups, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { say } from '../../state/notes.js'
import { countries } from '../../text/countries.js'
import { accountsWords, newAccountWords } from '../../text/desk/accounts-words.js'
import { type Faults, faultsOf, NO_FAULTS } from '../../text/faults.js'
import { nameOf } from '../../text/name-of.js'
import { LANGUAGE_NAMES, words } from '../../text/words.js'
import { useAct } from '../changes/use-act.js'
import { NewRecordCard } from '../records/new-record-card.js'
import { OpenedAccount } from './opened-account.js'

type Body = Schemas['CreateAccountBody']
type Opened = Data<'POST /admin/v1/accounts'>
type Way = 'show' | 'email'

/** The text fields of the form in order. Those in `MORE` are in a section that is closed at first. */
const PERSON = ['name', 'last_name', 'email', 'phone'] as const
const MORE = ['address', 'zip_code', 'city', 'company', 'comment'] as const
const NUMBERS = ['leverage', 'login'] as const

type TextName = (typeof PERSON | typeof MORE | typeof NUMBERS)[number]
type Form = Readonly<Record<TextName | 'group' | 'country' | 'language', string>> & {
  readonly way: Way
}

const EMPTY: Form = {
  group: '',
  name: '',
  last_name: '',
  email: '',
  phone: '',
  country: '',
  language: '',
  address: '',
  zip_code: '',
  city: '',
  company: '',
  comment: '',
  leverage: '',
  login: '',
  way: 'show',
}
const KEPT = 'new-account'
const SENT = `sent.${KEPT}`

/**
 * The form for a new account.
 *
 * - A request without an answer keeps its key, also after a reload. A repeat then opens the same
 *   account and shows the same passwords.
 * - The form keeps its input until the account is open or the user cancels.
 */
export function NewAccount(props: { group: string; onOpened: () => void }) {
  const text = newAccountWords.value
  const { form, fields, faults, shown, change, discard, act, opened } = useNewAccount(props)
  const close = () => open([])
  return (
    <NewRecordCard
      title={text.title}
      make={text.make}
      act={act}
      isOff={shown.group === '' || (shown.way === 'email' && shown.email.trim() === '')}
      form={form}
      onCancel={() => {
        discard()
        close()
      }}
      onClose={close}
      made={opened !== null && <OpenedAccount of={opened} onClose={() => open([opened.login])} />}
    >
      <AccountFields shown={shown} faults={faults} change={change} />
      <h3>{text.client}</h3>
      <div class="desk-fields">
        {PERSON.map((name) => fields(name))}
        <Choice
          label={nameOf(accountsWords.value.fields, 'country')}
          value={shown.country}
          options={[['', words.value.none], ...countries(settings.value.language)]}
          onInput={(value) => change('country', value)}
        />
        <Choice
          label={text.language}
          value={shown.language}
          options={[['', words.value.none], ...LANGUAGE_NAMES]}
          onInput={(value) => change('language', value)}
        />
      </div>
      <details class="more" open={MORE.some((name) => shown[name] !== '')}>
        <summary>{text.more}</summary>
        <div class="desk-fields">{MORE.map((name) => fields(name))}</div>
      </details>
      <h3>{text.passwords}</h3>
      <Segments
        label={text.passwords}
        value={shown.way}
        options={Object.entries(text.ways) as [Way, string][]}
        onInput={(way) => change('way', way)}
      />
      <p class={faults['welcome_email'] === undefined ? 'faint' : 'loss'}>
        {faults['welcome_email'] ?? text.wayTexts[shown.way]}
      </p>
    </NewRecordCard>
  )
}

function useNewAccount(props: { group: string; onOpened: () => void }) {
  const text = newAccountWords.value
  const key = ownKey(`draft.${KEPT}`)
  const [shown, draw] = useState<Form>(() => ({
    ...EMPTY,
    group: props.group,
    ...readStoredJson<Partial<Form>>(key, {}, 'session'),
  }))
  const [faults, setFaults] = useState<Faults>(NO_FAULTS)
  const [opened, setOpened] = useState<Opened | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const change = <Name extends keyof Form>(name: Name, value: Form[Name]) => {
    const next = { ...shown, [name]: value }
    draw(next)
    store(key, JSON.stringify(next), 'session')
  }
  const discard = () => {
    store(key, null, 'session')
    store(ownKey(SENT), null, 'session')
  }
  const act = useAct({
    kept: SENT,
    unknown: text.unknown,
    send: async (once) => {
      const answer = await call('POST /admin/v1/accounts', { key: once, body: bodyOf(shown) })
      setFaults(answer.ok ? NO_FAULTS : faultsOf(answer.data))
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      )
      return answer
    },
    onDone: (account: Opened) => {
      discard()
      props.onOpened()
      if (shown.way === 'show') return setOpened(account)
      say('good', text.sent({ login: account.login, email: shown.email }))
      open([account.login])
    },
  })
  const fields = (name: TextName) => (
    <Field
      key={name}
      label={nameOf(accountsWords.value.fields, name)}
      value={shown[name]}
      inputMode={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      wrong={faults[name]}
      onInput={(value) => change(name, value)}
    />
  )
  return { form, fields, faults, shown, change, discard, act, opened }
}

/** The fields for group, leverage and login. */
function AccountFields(props: {
  shown: Form
  faults: Faults
  change: (name: 'group' | 'leverage' | 'login', value: string) => void
}) {
  const text = newAccountWords.value
  const { shown, faults, change } = props
  useEffect(needGroups, [])
  const groups = (knownGroups.value ?? []).filter(({ path }) => !isStaffGroup(path))
  return (
    <div class="desk-fields">
      <div>
        <Choice
          label={nameOf(accountsWords.value.fields, 'group')}
          value={shown.group}
          options={[
            ['', text.chooseGroup],
            ...groups.map(({ path, currency }) => [path, `${path} · ${currency}`] as const),
          ]}
          onInput={(value) => change('group', value)}
        />
        {faults['group'] !== undefined && <span class="wrong">{faults['group']}</span>}
      </div>
      {NUMBERS.map((name) => (
        <Field
          key={name}
          label={text[name]}
          value={shown[name]}
          inputMode="numeric"
          maxLength={12}
          wrong={faults[name]}
          onInput={(value) => change(name, value)}
        />
      ))}
    </div>
  )
}

/** The request body with the filled-in fields. */
function bodyOf({ way, group, ...form }: Form): Body {
  const given = Object.entries(form).flatMap(([name, value]) => {
    const plain = value.trim()
    if (plain === '') return []
    const isNumber = (NUMBERS as readonly string[]).includes(name) && /^\d+$/.test(plain)
    // A text that is no number is sent as it is, so that the server refuses the field.
    return [[name, isNumber ? Number(plain) : plain]]
  })
  return {
    group,
    ...Object.fromEntries(given),
    ...(way === 'email' ? { welcome_email: true } : {}),
  }
}
