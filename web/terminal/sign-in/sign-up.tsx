import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Choice, Field, type FieldProps, Segments } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { signIn } from '../../state/session.js'
import { countries } from '../../text/countries.js'
import { faultsIn, reasonWords, refusalWords } from '../../text/refusals.js'
import { words } from '../../text/terminal/words.js'

type Options = Data<'GET /trader/v1/register'>
type Offer = Options['allocations'][number]

/** The server's password rules, in the order of their texts. */
const RULES: readonly RegExp[] = [/^.{8,16}$/u, /\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[\p{P}\p{S}]/u]

function nameOf({ allocation_id, description, currency }: Offer): readonly [string, string] {
  return [String(allocation_id), description === '' ? currency : `${description}, ${currency}`]
}

/** The form to open a demo account at once, or to apply for a real one. */
export function SignUp({ onDone }: { onDone: () => void }) {
  const { signUp: text } = words.value
  const [options, setOptions] = useState<Options | null>(null)
  const [country, setCountry] = useState('')
  const [said, setSaid] = useState('')
  useEffect(() => {
    const query = { lang: settings.value.language, country: country === '' ? undefined : country }
    void call('GET /trader/v1/register', { query }).then((answer) => {
      if (answer.ok) setOptions(answer.data)
    })
  }, [country])
  if (options === null) return <output>{words.value.loading}</output>
  const back = (
    <button type="button" onClick={onDone}>
      {text.back}
    </button>
  )
  if (said !== '') {
    return (
      <div class="stack">
        <div class="banner good" role="status">
          {said}
        </div>
        {back}
      </div>
    )
  }
  if (!options.demo && !options.real) {
    return (
      <div class="stack">
        <p>{text.closed}</p>
        {options.demo_url !== '' && <a href={options.demo_url}>{text.demo}</a>}
        {back}
      </div>
    )
  }
  const of = { options, country, onCountry: setCountry, onSaid: setSaid }
  return <SignUpForm {...of} back={back} />
}

interface SignUpProps {
  readonly options: Options
  readonly country: string
  readonly onCountry: (country: string) => void
  readonly onSaid: (text: string) => void
}

/** The form's values, its errors, and the function that sends it. */
function useSignUp({ options, country, onSaid }: SignUpProps) {
  const { signUp: text } = words.value
  const [chosen, setKind] = useState<'demo' | 'real'>('demo')
  const [fields, setFields] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const kind = options.demo ? chosen : 'real'
  const needsCode = kind === 'demo' ? options.confirm_demo : options.confirm_real
  const offers = options.allocations.filter((one) => one.kind === kind)
  // Preselects the first offer.
  const offer = offers.find((one) => String(one.allocation_id) === fields['offer']) ?? offers[0]
  const refused = (code: string, message: string, data: unknown) => {
    const [fault] = faultsIn(data)
    if (fault === undefined) setWrong({ field: '', text: refusalWords(code, message, data) })
    else setWrong({ field: fault.path, text: reasonWords(fault) })
  }
  const sendCode = async () => {
    const body = { email: fields['email'] ?? '' }
    const answer = await call('POST /trader/v1/register/code', { body })
    setWrong(null)
    if (answer.ok) setWrong({ field: 'sent', text: text.codeSent })
    else refused(answer.code, answer.message, answer.data)
  }
  const submit = async () => {
    if (isBusy) return
    setBusy(true)
    const { name = '', email = '', phone = '', city = '', address = '' } = fields
    const { code = '', password = '' } = fields
    const leverage = Number(fields['leverage'])
    const body = {
      type: kind,
      name,
      email,
      phone,
      city,
      address,
      country,
      language: settings.value.language,
      ...(needsCode ? { code } : {}),
      ...(kind === 'demo' ? { password } : {}),
      ...(offer === undefined ? {} : { allocation_id: offer.allocation_id }),
      ...(offer?.leverages.includes(leverage) === true ? { leverage } : {}),
    }
    const answer = await call('POST /trader/v1/register', { body })
    const login = answer.ok ? answer.data.login : null
    // A demo account exists at once, so the form signs in to it.
    const isIn = login !== null && (await signIn({ login, password, keep_signed_in: true })).ok
    setBusy(false)
    if (isIn) location.hash = ''
    else if (!answer.ok) refused(answer.code, answer.message, answer.data)
    else onSaid(login === null ? text.received : text.opened({ login }))
  }
  const put = (name: string) => (value: string) => setFields({ ...fields, [name]: value })
  return { kind, setKind, fields, put, wrong, isBusy, needsCode, offers, offer, sendCode, submit }
}

type Draft = ReturnType<typeof useSignUp>

function SignUpForm(props: SignUpProps & { back: JSX.Element }) {
  const { options, country, onCountry, back } = props
  const { signUp: text } = words.value
  const draft = useSignUp(props)
  const { kind, wrong, isBusy } = draft
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void draft.submit()
      }}
    >
      <h1>{text.title}</h1>
      {options.demo && options.real && (
        <Segments
          label={text.title}
          value={kind}
          options={[
            ['demo', text.demo],
            ['real', text.real],
          ]}
          onInput={draft.setKind}
        />
      )}
      {wrong !== null && wrong.field === '' && (
        <div class="banner bad" role="alert">
          {wrong.text}
        </div>
      )}
      <Typed draft={draft} name="name" label={text.name} isRequired={true} autocomplete="name" />
      <Typed
        draft={draft}
        name="email"
        label={text.email}
        isRequired={true}
        type="email"
        autocomplete="email"
      />
      <div class="two">
        <Choice
          label={text.country}
          value={country}
          options={[['', words.value.none], ...countries(settings.value.language)]}
          onInput={onCountry}
        />
        <Typed draft={draft} name="phone" label={text.phone} autocomplete="tel" inputMode="tel" />
      </div>
      {kind === 'real' && (
        <div class="two">
          <Typed draft={draft} name="city" label={text.city} autocomplete="address-level2" />
          <Typed draft={draft} name="address" label={text.address} autocomplete="street-address" />
        </div>
      )}
      <OfferFields draft={draft} />
      {kind === 'demo' && <NewPassword draft={draft} />}
      {draft.needsCode && <CodeField draft={draft} />}
      <div class="row">
        <button type="submit" class="primary grow" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? text.working : kind === 'demo' ? text.open : text.apply}
        </button>
        {back}
      </div>
    </form>
  )
}

/** An input of the form with its error. */
function Typed(
  props: { draft: Draft; name: string } & Pick<
    FieldProps,
    'label' | 'type' | 'isRequired' | 'autocomplete' | 'inputMode'
  >,
) {
  const { draft, name, ...field } = props
  const { fields, wrong, put } = draft
  return (
    <Field
      {...field}
      value={fields[name] ?? ''}
      wrong={wrong?.field === name ? wrong.text : undefined}
      onInput={put(name)}
    />
  )
}

function OfferFields({ draft }: { draft: Draft }) {
  const { signUp: text } = words.value
  const { offer, offers, fields, put } = draft
  if (offer === undefined) return null
  return (
    <>
      <Choice
        label={text.offer}
        value={String(offer.allocation_id)}
        options={offers.map(nameOf)}
        onInput={put('offer')}
      />
      {offer.leverages.length > 1 && (
        <Choice
          label={text.leverage}
          value={fields['leverage'] ?? String(offer.default_leverage)}
          options={offer.leverages.map((one) => [String(one), `1:${one}`] as const)}
          onInput={put('leverage')}
        />
      )}
    </>
  )
}

function NewPassword({ draft }: { draft: Draft }) {
  const { signUp: text } = words.value
  const typed = (draft.fields['password'] ?? '').normalize('NFC')
  return (
    <>
      <Typed
        draft={draft}
        name="password"
        label={text.password}
        type="password"
        isRequired={true}
        autocomplete="new-password"
      />
      <ul class="rules">
        {words.value.restricted.passwordRules.map((rule, i) => {
          const isMet = RULES[i]?.test(typed) === true
          return (
            <li key={rule} class={isMet ? 'met' : ''}>
              {isMet ? '✓' : '○'} {rule}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function CodeField({ draft }: { draft: Draft }) {
  const { signUp: text } = words.value
  const { wrong, sendCode } = draft
  return (
    <div class="two">
      <Typed
        draft={draft}
        name="code"
        label={text.code}
        inputMode="numeric"
        autocomplete="one-time-code"
      />
      <div class="field">
        <span class="label">{wrong?.field === 'sent' ? wrong.text : ' '}</span>
        <button type="button" onClick={() => void sendCode()}>
          {text.sendCode}
        </button>
      </div>
    </div>
  )
}
