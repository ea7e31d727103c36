import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import { signingUp } from '../../../actors/sign-in/passwords.js'
import type { Outcome } from '../../../actors/thread/ask.js'
import { type Clock, rest } from '../../../actors/thread/clock.js'
import { requestId } from '../../../actors/thread/random.js'
import { refuseWeak } from '../../../engine/access/password.js'
import { isPassing, isRefusal, type Refusal } from '../../../engine/code.js'
import {
  chosenPlace,
  isSignUpOpen,
  type SignUpPlace,
  type SignUpType,
} from '../../../engine/config/offers.js'
import type { GroupRecord } from '../../../engine/config/records/group.js'
import { scaledFromText, textFromScaled } from '../../../engine/numbers/decimal.js'
import { refuseField, refuseInput } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import {
  RegisteredView,
  SentCodeView,
  SignUpBody,
  SignUpCodeBody,
} from '../../../wire/schema/people/sign-up.js'
import type { Applicant } from '../../../wire/stored/stored-application.js'
import type { Static } from '../../../wire/types/scalars.js'
import { brandOfHost } from '../../reach/brand-of-host.js'
import { type FrontContext, type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes with which people open an account themselves (see actors/desk/people/sign-up.ts). */
type Form = Static<typeof SignUpBody>
type Caller = Pick<FrontContext<'public', null, null, Form>, 'body' | 'services' | 'actor'>

export const signUpRoute: FrontRoute = route({
  method: 'POST',
  path: '/trader/v1/register',
  audience: 'public',
  summary: 'Sign up',
  description:
    '`demo` opens an account with demo money and the password at once. `real` creates an ' +
    'application: staff approve it, then the applicant gets the passwords by e-mail. An address ' +
    'can sign up five times an hour.\n\n' +
    'If the options require a code, `code` is that of `POST /trader/v1/register/code`, unless ' +
    'the e-mail address was confirmed in the last 72 hours. `forbidden`: the server settings ' +
    'block the applicant; the answer gives no reason.',
  body: SignUpBody,
  data: RegisteredView,
  errors: [
    'auth.code_invalid',
    'auth.password_weak',
    'forbidden',
    'conflict',
    'auth.too_many_attempts',
    'unavailable',
  ],
  example: {
    body: {
      type: 'demo',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      country: 'GB',
      language: 'en',
      password: 'Abcd12!x',
    },
  },
  async handle(context) {
    const { body, services, actor, request } = context
    const { records } = services.settings.book
    const { type, email, phone = '', code } = body
    if (!isSignUpOpen(records, type)) return closed(services, type)
    const applicant = applicantOf(body)
    if (applicant.last_name === '') return refuseField('name', say('field.full_name'))
    const { country = '', allocation_id: allocationId, leverage } = body
    const choice = { type, country, allocationId, leverage }
    const place = chosenPlace(records, choice, brandOfHost(records, request))
    if (!('group' in place)) return refuseInput([place])
    const weak = refusePassword(body, place.group)
    if (weak !== null) return weak
    const begun = await services.desk.ask('sign_up.begin', { actor, type, email, phone, code })
    if (!begun.ok) return begun
    return type === 'demo' ? opened(context, place, applicant) : filed(context, place, applicant)
  },
})

export const codeRoute: FrontRoute = route({
  method: 'POST',
  path: '/trader/v1/register/code',
  audience: 'public',
  summary: 'Send a code to an e-mail address',
  description:
    'Sends six digits, valid for half an hour. The answer is the same for every address; ' +
    '`confirmed` is true if the address was confirmed in the last 72 hours and needs no code. ' +
    'The limits per hour are three codes for an e-mail address and ten for an IP address.',
  body: SignUpCodeBody,
  data: SentCodeView,
  errors: ['forbidden', 'auth.too_many_attempts', 'unavailable'],
  example: { body: { email: 'ada@example.com' } },
  async handle({ body, services, actor, request }) {
    const { records } = services.settings.book
    if (!isSignUpOpen(records, 'demo') && !isSignUpOpen(records, 'real')) {
      return closed(services, 'real')
    }
    const language = /^[a-z]{2}/i.exec(request.headers['accept-language'] ?? '')?.[0] ?? ''
    const company = brandOfHost(records, request)?.company ?? ''
    const asked = { actor, email: body.email, language, company }
    const sent = await services.desk.ask('sign_up.code', asked)
    return sent.ok ? sent.value : sent
  },
})

function closed({ settings }: Pick<FrontServices, 'settings'>, type: SignUpType): Refusal {
  const url = settings.book.records.allocation_settings[0]?.demo_url ?? ''
  if (type === 'demo' && url !== '') return because('forbidden.demo_elsewhere', { url })
  return because('forbidden.sign_up_closed', { type })
}

function applicantOf(form: Form): Applicant {
  const [name = '', ...rest] = form.name.trim().split(/\s+/)
  return {
    name,
    last_name: rest.join(' '),
    email: form.email,
    phone: form.phone ?? '',
    address: form.address ?? '',
    city: form.city ?? '',
    country: form.country ?? '',
    language: form.language ?? '',
  }
}

function refusePassword({ type, password }: Form, group: GroupRecord): Refusal | null {
  if (type === 'real') {
    if (password === undefined) return null
    return refuseField('password', say('field.password_of_real'))
  }
  if (password === undefined) return refuseField('password', say('field.required_for_demo'))
  return refuseWeak(password, group.password_min_length, COMMON_PASSWORDS)
}

async function filed(
  { services, actor }: Caller,
  { group, leverage, allocationId }: SignUpPlace,
  applicant: Applicant,
) {
  const asked = { actor, group: group.path, leverage, allocationId, applicant }
  const filed = await services.desk.ask('sign_up.apply', asked)
  if (!filed.ok) return filed
  return {
    type: 'real' as const,
    status: 'received' as const,
    login: null,
    group: null,
    currency: null,
    leverage: null,
    deposit: null,
  }
}

async function opened(
  { body, services, actor }: Caller,
  { group, leverage }: SignUpPlace,
  applicant: Applicant,
) {
  const hash = await services.passwords.hash(body.password ?? '', signingUp(actor.ip))
  if (typeof hash !== 'string') return hash
  const asked = { actor, group: group.path, leverage, applicant }
  const made = await services.desk.ask('sign_up.open', asked)
  if (!made.ok) return made
  const { login } = made.value
  const deposit = depositIn(services.settings.book.records.settings[0]?.demo_deposit ?? '', group)
  const { clock } = services
  const until = clock.monotonic() + FINISHING_MS
  const pay = deposit === null ? null : payment(services, actor.ip, login, deposit)
  const paid = pay && (await repeated(clock, until, pay))
  if (isRefusal(paid)) return paid
  const setPassword = () => services.desk.ask('sign_up.password', { actor, login, hash })
  const set = await repeated(clock, until, setPassword)
  if (!set.ok) return set
  return {
    type: 'demo' as const,
    status: 'opened' as const,
    login,
    group: group.path,
    currency: group.currency,
    leverage: leverage || group.leverage,
    deposit: deposit ?? '0',
  }
}

/** The first deposit in the group's currency, with extra digits cut off; null if it is zero. */
function depositIn(text: string, { currency_digits: digits }: GroupRecord): string | null {
  const [whole = '', fraction = ''] = text.split('.')
  const amount = scaledFromText(
    `${whole}.${fraction.padEnd(digits, '0').slice(0, digits)}`.replace(/\.$/, ''),
    digits,
  )
  return amount === undefined || amount <= 0 ? null : textFromScaled(amount, digits)
}

/**
 * Builds the request for the deposit. It has one request id, so it is paid once even if it is sent
 * several times.
 */
function payment({ trading }: FrontServices, ip: string, login: number, amount: string) {
  const id = requestId()
  const by = { login: 0, ip, request_id: id }
  return () =>
    trading.shardOf(login).ask('balance', {
      login,
      action: 'deposit',
      amount,
      comment: 'Demo money',
      request_id: id,
      skip_margin_check: false,
      by,
    })
}

/**
 * How long, and how often, the remaining steps after opening the account are repeated. A shard or
 * desk that restarts is back within this time, and clients wait for 20 s.
 */
const FINISHING_MS = 10_000
const FINISHING_PAUSE_MS = 200

/**
 * Repeats a harmless request until it gets a definite answer or the time is over; then returns the
 * last one.
 */
async function repeated<T>(
  clock: Clock,
  until: number,
  ask: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  for (;;) {
    const answer = await ask()
    if (answer.ok || !isUndecided(answer)) return answer
    if (clock.monotonic() + FINISHING_PAUSE_MS >= until) return answer
    await rest(clock, FINISHING_PAUSE_MS)
  }
}

/** Whether the refusal leaves open if the request was executed. */
function isUndecided(refusal: Refusal): boolean {
  const { code } = refusal
  return code === 'unavailable' || code === 'trade.timeout' || isPassing(refusal)
}
