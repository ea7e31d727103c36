import { staffSetting } from '../../../actors/sign-in/passwords.js'
import { passwordWeakness } from '../../../engine/access/password.js'
import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal, refuse } from '../../../engine/code.js'
import { refuseField } from '../../../wire/answer/errors.js'
import { AccountParams } from '../../../wire/schema/account.js'
import {
  AccountPasswordBody,
  AccountPasswordView,
  PasswordCheckBody,
  PasswordCheckView,
} from '../../../wire/schema/account-password.js'
import type { StoredCredential } from '../../../wire/thread/auth-messages.js'
import { type Route, route } from '../../pipeline/route.js'
import type { FrontServices } from '../../pipeline/services.js'
import type { Session } from '../../pipeline/session.js'
import { actorOf } from '../settings/config-routes.js'
import { reachableAccount } from './accounts.js'

/** Passwords of an account, as staff set and check them. */
const PASSWORDS = '/admin/v1/accounts/{login}/passwords'
const NEEDED = ['accounts.passwords']
const PARAMS = { login: '1001' }

export const adminAccountPasswordRoutes: readonly Route[] = [setRoute(), checkRoute()]

function setRoute(): Route {
  return route({
    method: 'POST',
    path: PASSWORDS,
    audience: 'staff',
    rights: NEEDED,
    summary: 'Set a password of an account',
    description:
      'Ends every session of the account. Each kind has a password of its own; api needs api_enabled. A password ' +
      'that is left out is made and answered once; a master one must then be changed at the next sign-in.',
    answersSecrets: true,
    params: AccountParams,
    body: AccountPasswordBody,
    data: AccountPasswordView,
    errors: ['not_found', 'conflict', 'auth.password_weak', 'unavailable'],
    example: { params: PARAMS, body: { kind: 'investor', password: 'Look34?y' } },
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const { kind, password } = body
      // What is wrong for any account is told before the account is looked at.
      const weak = refuseWeak(password, 0)
      if (weak !== null) return weak
      const account = await reachableAccount(services, session, login, 'not_found')
      if (isRefusal(account)) return account
      const { desk, settings, passwords } = services
      const one = { actor: actorOf(context), login, kind }
      const rules = await desk.ask('accounts.password_rules', one)
      if (!rules.ok) return rules
      const { group, others } = rules.value
      const minimum = groupOf(settings.book, group)?.record.password_min_length ?? 0
      const weakHere = refuseWeak(password, minimum)
      if (weakHere !== null) return weakHere
      let hash: string | Refusal | null = null
      if (password !== undefined) {
        const taken = await refuseTaken(services, session, password, others)
        if (taken !== null) return taken
        hash = await passwords.hash(password, staffSetting(session.login))
        if (hash !== null && typeof hash !== 'string') return hash
      }
      const set = await desk.ask('accounts.set_password', { ...one, hash })
      return set.ok ? { login, kind, password: set.value } : set
    },
  })
}

function checkRoute(): Route {
  return route({
    method: 'POST',
    path: `${PASSWORDS}/check`,
    audience: 'staff',
    rights: NEEDED,
    // Who may set a password need not guess one; each look is in the journal.
    rate: { per: 'login', max: 20, seconds: 60 },
    summary: 'Check a password of an account',
    description:
      'Does it fit, as when its holder says it on the phone? Every check is written to the journal.',
    params: AccountParams,
    body: PasswordCheckBody,
    data: PasswordCheckView,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: PARAMS, body: { kind: 'phone', password: 'Said56#z' } },
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const account = await reachableAccount(services, session, login, 'not_found')
      if (isRefusal(account)) return account
      const { desk, passwords } = services
      const one = { actor: actorOf(context), login, kind: body.kind }
      const rules = await desk.ask('accounts.password_rules', one)
      if (!rules.ok) return rules
      const hashes = rules.value.current === null ? [] : [rules.value.current]
      const party = staffSetting(session.login)
      const check = await passwords.check(body.password, hashes, 1, party)
      if (!check.ok) return check
      const fits = check.fits === 0
      const told = await desk.ask('accounts.password_checked', { ...one, fits })
      return told.ok ? { fits } : told
    },
  })
}

function refuseWeak(password: string | undefined, minimum: number): Refusal | null {
  const weakness = password === undefined ? null : passwordWeakness(password, minimum)
  return weakness === null ? null : refuse('auth.password_weak', weakness)
}

/** Each opens something else: whoever is told one must not have another. */
async function refuseTaken(
  { passwords }: FrontServices,
  session: Session,
  password: string,
  others: readonly StoredCredential[],
): Promise<Refusal | null> {
  const hashes = others.map(({ hash }) => hash)
  const check = await passwords.check(password, hashes, hashes.length, staffSetting(session.login))
  if (!check.ok) return check
  const same = others[check.fits]
  return same === undefined
    ? null
    : refuseField('password', `must differ from the ${same.kind} password`)
}
