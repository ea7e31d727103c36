import { useEffect, useState } from 'preact/hooks'
import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { Choice, Field, Segments } from '../../look/controls.js'
import { settings } from '../../settings/settings.js'
import { signIn } from '../../state/session.js'
import { refusalWords } from '../../text/refusals.js'
import { words } from '../../text/words.js'

type Options = Data<'GET /trader/v1/register'>
type Offer = Options['allocations'][number]

/** As the server has them, in the order of their words. */
const RULES: readonly RegExp[] = [/^.{8,16}$/u, /\p{Ll}/u, /\p{Lu}/u, /[0-9]/, /[\p{P}\p{S}]/u]

function nameOf({ allocation_id, description, currency }: Offer): readonly [string, string] {
  return [String(allocation_id), description === '' ? currency : `${description}, ${currency}`]
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** What names of regions hold beside countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

/** All countries by their names, in the order of the language; codes that became others are left out. */
function countries(language: string): (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const codes = [...LETTERS].flatMap((one) => [...LETTERS].map((other) => one + other))
  return codes
    .filter((code) => !NO_COUNTRIES.has(code) && new Intl.Locale(`und-${code}`).region === code)
    .map((code) => [code, names.of(code) ?? ''] as const)
    .filter(([, name]) => name !== '')
    .sort(([, one], [, other]) => one.localeCompare(other, language))
}

/** Open a demo account at once, or apply for a real one. */
export function SignUp({ onDone }: { onDone: () => void }) {
  const { signUp: text } = words.value
  const [options, setOptions] = useState<Options | null>(null)
  const [kind, setKind] = useState<'demo' | 'real'>('demo')
  const [fields, setFields] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<{ field: string; text: string } | null>(null)
  const [said, setSaid] = useState('')
  const [isBusy, setBusy] = useState(false)
  const country = fields['country'] ?? ''
  useEffect(() => {
    const query = { lang: settings.value.language, country: country === '' ? undefined : country }
    void call('GET /trader/v1/register', { query }).then((answer) => {
      if (!answer.ok) return
      setOptions(answer.data)
      if (!answer.data.demo && answer.data.real) setKind('real')
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
  const kinds = [
    ...(options.demo ? [['demo', text.demo] as const] : []),
    ...(options.real ? [['real', text.real] as const] : []),
  ]
  if (kinds.length === 0) {
    return (
      <div class="stack">
        <p>{text.closed}</p>
        {options.demo_url !== '' && <a href={options.demo_url}>{text.demo}</a>}
        {back}
      </div>
    )
  }
  const needsCode = kind === 'demo' ? options.confirm_demo : options.confirm_real
  const offers = options.allocations.filter((one) => one.kind === kind)
  // The first one counts for whoever chooses none.
  const offer = offers.find((one) => String(one.allocation_id) === fields['offer']) ?? offers[0]
  const leverage = Number(fields['leverage'])
  const put = (name: string) => (value: string) => setFields({ ...fields, [name]: value })
  const at = (name: string) => (wrong?.field === name ? wrong.text : undefined)
  const field = (name: string, label: string, more: object = {}) => (
    <Field
      label={label}
      value={fields[name] ?? ''}
      wrong={at(name)}
      onInput={put(name)}
      {...more}
    />
  )
  const refused = (code: string, message: string, data: unknown) => {
    const path = (data as { fields?: { path: string; message: string }[] } | null)?.fields?.[0]
    if (path === undefined) setWrong({ field: '', text: refusalWords(code, message) })
    else setWrong({ field: path.path, text: path.message })
  }
  const sendCode = async () => {
    const body = { email: fields['email'] ?? '' }
    const answer = await call('POST /trader/v1/register/code', { body })
    setWrong(null)
    if (answer.ok) setWrong({ field: 'sent', text: text.codeSent })
    else refused(answer.code, answer.message, answer.data)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const {
      name = '',
      email = '',
      phone = '',
      city = '',
      address = '',
      code = '',
      password = '',
    } = fields
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
    // A demo account is there at once, and so is its terminal.
    const isIn = login !== null && (await signIn({ login, password, keep_signed_in: true })).ok
    setBusy(false)
    if (isIn) location.hash = ''
    else if (!answer.ok) refused(answer.code, answer.message, answer.data)
    else setSaid(login === null ? text.received : text.opened(login))
  }
  return (
    <form class="stack" onSubmit={(event) => void submit(event)}>
      <h1>{text.title}</h1>
      {kinds.length > 1 && (
        <Segments label={text.title} value={kind} options={kinds} onInput={setKind} />
      )}
      {wrong !== null && wrong.field === '' && (
        <div class="banner bad" role="alert">
          {wrong.text}
        </div>
      )}
      {field('name', text.name, { isRequired: true, autocomplete: 'name' })}
      {field('email', text.email, { isRequired: true, type: 'email', autocomplete: 'email' })}
      <div class="two">
        <Choice
          label={text.country}
          value={country}
          options={[['', words.value.none], ...countries(settings.value.language)]}
          onInput={put('country')}
        />
        {field('phone', text.phone, { autocomplete: 'tel', inputMode: 'tel' })}
      </div>
      {kind === 'real' && (
        <div class="two">
          {field('city', text.city, { autocomplete: 'address-level2' })}
          {field('address', text.address, { autocomplete: 'street-address' })}
        </div>
      )}
      {offer !== undefined && (
        <Choice
          label={text.offer}
          value={String(offer.allocation_id)}
          options={offers.map(nameOf)}
          onInput={put('offer')}
        />
      )}
      {offer !== undefined && offer.leverages.length > 1 && (
        <Choice
          label={text.leverage}
          value={fields['leverage'] ?? String(offer.default_leverage)}
          options={offer.leverages.map((one) => [String(one), `1:${one}`] as const)}
          onInput={put('leverage')}
        />
      )}
      {kind === 'demo' && (
        <>
          {field('password', text.password, {
            type: 'password',
            isRequired: true,
            autocomplete: 'new-password',
          })}
          <ul class="rules">
            {text.passwordRules.map((rule, i) => {
              const isMet = RULES[i]?.test((fields['password'] ?? '').normalize('NFC')) === true
              return (
                <li key={rule} class={isMet ? 'met' : ''}>
                  {isMet ? '✓' : '○'} {rule}
                </li>
              )
            })}
          </ul>
        </>
      )}
      {needsCode && (
        <div class="two">
          {field('code', text.code, { inputMode: 'numeric', autocomplete: 'one-time-code' })}
          <div class="field">
            <span class="label">{wrong?.field === 'sent' ? wrong.text : ' '}</span>
            <button type="button" onClick={() => void sendCode()}>
              {text.sendCode}
            </button>
          </div>
        </div>
      )}
      <div class="row">
        <button type="submit" class="primary grow" disabled={isBusy} aria-busy={isBusy}>
          {isBusy ? text.working : kind === 'demo' ? text.open : text.apply}
        </button>
        {back}
      </div>
    </form>
  )
}
