import { useEffect, useState } from 'preact/hooks'
import { call } from '../link/rest.js'
import { Choice, Field, Segments } from '../look/controls.js'
import { settings } from '../settings/settings.js'
import { signIn } from '../state/session.js'
import { refusalWords } from '../text/refusals.js'
import { words } from '../text/words.js'

interface Offer {
  readonly allocation_id: number
  readonly description: string
  readonly kind: 'demo' | 'real'
  readonly currency: string
  readonly leverages: readonly number[]
  readonly default_leverage: number
}

interface Options {
  readonly demo: boolean
  readonly real: boolean
  readonly demo_url: string
  readonly confirm_demo: boolean
  readonly confirm_real: boolean
  readonly allocations: readonly Offer[]
}

const RULES: readonly RegExp[] = [/^.{8,16}$/, /[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/]
const COUNTRY = /^[A-Za-z]{2}$/

function nameOf({ allocation_id, description, currency }: Offer): readonly [string, string] {
  return [String(allocation_id), description === '' ? currency : `${description}, ${currency}`]
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
  const country = COUNTRY.test(fields['country'] ?? '') ? fields['country'] : ''
  useEffect(() => {
    const path = `/trader/v1/register?lang=${settings.value.language}`
    void call<Options>('GET', country === '' ? path : `${path}&country=${country}`).then(
      (answer) => {
        if (!answer.ok) return
        setOptions(answer.data)
        if (!answer.data.demo && answer.data.real) setKind('real')
      },
    )
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
  const offer = offers.find((one) => String(one.allocation_id) === fields['offer'])
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
    const answer = await call<object>('POST', '/trader/v1/register/code', {
      email: fields['email'],
    })
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
    const answer = await call<{ login: number | null }>('POST', '/trader/v1/register', {
      type: kind,
      name,
      email,
      phone,
      city,
      address,
      country: fields['country'] ?? '',
      language: settings.value.language,
      ...(needsCode ? { code } : {}),
      ...(kind === 'demo' ? { password } : {}),
      ...(offer === undefined ? {} : { allocation_id: offer.allocation_id }),
      ...(fields['leverage'] === undefined ? {} : { leverage: Number(fields['leverage']) }),
    })
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
        {field('country', text.country, { autocomplete: 'country', maxLength: 2 })}
        {field('phone', text.phone, { autocomplete: 'tel', inputMode: 'tel' })}
      </div>
      {kind === 'real' && (
        <div class="two">
          {field('city', text.city, { autocomplete: 'address-level2' })}
          {field('address', text.address, { autocomplete: 'street-address' })}
        </div>
      )}
      {offers.length > 0 && (
        <Choice
          label={text.offer}
          value={fields['offer'] ?? ''}
          options={[['', words.value.none], ...offers.map(nameOf)]}
          onInput={put('offer')}
        />
      )}
      {offer !== undefined && offer.leverages.length > 0 && (
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
              const isMet = RULES[i]?.test(fields['password'] ?? '') === true
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
          {kind === 'demo' ? text.open : text.apply}
        </button>
        {back}
      </div>
    </form>
  )
}
