import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import { staffSetting } from '../../../actors/sign-in/passwords.js'
import { refuseWeak } from '../../../engine/access/password.js'
import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  AccountPasswordBody,
  AccountPasswordView,
  PasswordCheckBody,
  PasswordCheckView,
} from '../../../wire/schema/accounts/account-password.js'
import { type FrontRoute, route } from '../route.js'

/** Routes for staff to set and check passwords of an account. */
const PASSWORDS = '/admin/v1/accounts/{login}/passwords'
const NEEDED = ['accounts.passwords']
const PARAMS = { login: '1001' }

export const adminAccountPasswordRoutes: readonly FrontRoute[] = [setRoute(), checkRoute()]

function setRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: PASSWORDS,
    audience: 'staff',
    rights: NEEDED,
    account: { param: 'login', outOfScope: 'not_found' },
    summary: 'Set a password of an account',
    description:
      'Ends every session of the account. Each kind has its own password; `api` needs `api_enabled`. If ' +
      'you send no password, the server makes one and shows it once; the holder must change a master ' +
      'password made by the server at the next sign-in.',
    answersSecrets: true,
    params: AccountParams,
    body: AccountPasswordBody,
    data: AccountPasswordView,
    errors: ['not_found', 'conflict', 'auth.password_weak', 'unavailable'],
    example: { params: PARAMS, body: { kind: 'investor', password: 'Look34?y' } },
    // Refuses passwords that are too weak for any account. The group may have stricter rules.
    input: ({ body: { password } }) =>
      password === undefined ? null : refuseWeak(password, 0, COMMON_PASSWORDS),
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const { kind, password } = body
      const { desk, settings, passwords } = services
      const one = { actor: context.actor, login, kind }
      const rules = await desk.ask('accounts.password_rules', one)
      if (!rules.ok) return rules
      const { group, others } = rules.value
      const minimum = groupOf(settings.book, group)?.record.password_min_length ?? 0
      let hash: string | Refusal | null = null
      if (password !== undefined) {
        const party = staffSetting(session.login)
        const unfit =
          refuseWeak(password, minimum, COMMON_PASSWORDS) ??
          (await passwords.refuseTaken(password, others, party))
        if (unfit !== null) return unfit
        hash = await passwords.hash(password, party)
        if (isRefusal(hash)) return hash
      }
      const set = await desk.ask('accounts.set_password', { ...one, hash })
      return set.ok ? { login, kind, password: set.value } : set
    },
  })
}

function checkRoute(): FrontRoute {
  return route({
    method: 'POST',
    path: `${PASSWORDS}/check`,
    audience: 'staff',
    rights: NEEDED,
    account: { param: 'login', outOfScope: 'not_found' },
    // Guessing is no concern, because the caller may also set the password.
    // Each check is recorded in the journal.
    rate: { per: 'login', max: 20, seconds: 60 },
    summary: 'Check a password of an account',
    description:
      'Checks whether the password is correct, for example when the holder says it on the phone. ' +
      'The journal records each check.',
    params: AccountParams,
    body: PasswordCheckBody,
    data: PasswordCheckView,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: PARAMS, body: { kind: 'phone', password: 'Said56#z' } },
    async handle(context) {
      const { params, body, session, services } = context
      const { login } = params
      const { desk, passwords } = services
      const one = { actor: context.actor, login, kind: body.kind }
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
