import { COMMON_PASSWORDS } from '../../../actors/sign-in/common-passwords.js'
import { staffSetting } from '../../../actors/sign-in/passwords.js'
import { refuseWeak } from '../../../engine/access/password.js'
import { groupOf } from '../../../engine/book/book.js'
import { StaffParams, StaffPasswordBody } from '../../../wire/schema/people/staff.js'
import { route } from '../route.js'

/** Routes to set the password and one-time codes of another staff user (docs/decisions/staff.md). */
export const staffPasswordRoute = route({
  method: 'POST',
  path: '/admin/v1/staff/{login}/password',
  audience: 'staff',
  rights: ['config.staff'],
  summary: 'Set the password of a staff user',
  description: 'Signs the user out of every session.',
  params: StaffParams,
  body: StaffPasswordBody,
  errors: ['not_found', 'auth.password_weak', 'unavailable'],
  example: { params: { login: '501' }, body: { password: 'Abcd12!x' } },
  async handle(context) {
    const { desk, settings, passwords } = context.services
    const { password } = context.body
    // Refuses a password that is invalid for every user before looking up the user.
    const weak = refuseWeak(password, 0, COMMON_PASSWORDS)
    if (weak !== null) return weak
    const one = { actor: context.actor, login: context.params.login }
    const rules = await desk.ask('staff.password_rules', one)
    if (!rules.ok) return rules
    const { group, others } = rules.value
    const minimum = groupOf(settings.book, group)?.record.password_min_length ?? 0
    const weakHere = refuseWeak(password, minimum, COMMON_PASSWORDS)
    if (weakHere !== null) return weakHere
    const party = staffSetting(context.session.login)
    const taken = await passwords.refuseTaken(password, others, party)
    if (taken !== null) return taken
    const hash = await passwords.hash(password, party)
    if (typeof hash !== 'string') return hash
    const set = await desk.ask('staff.set_password', { ...one, hash })
    return set.ok ? null : set
  },
})

export const staffResetOtpRoute = route({
  method: 'POST',
  path: '/admin/v1/staff/{login}/reset-otp',
  audience: 'staff',
  rights: ['config.staff'],
  summary: 'Reset the one-time codes of a staff user',
  description:
    'Turns the codes off and ends the sessions of the user. If the group requires codes, the ' +
    'user sets them up again at the next sign-in.',
  params: StaffParams,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '501' } },
  async handle(context) {
    const { desk } = context.services
    const { login } = context.params
    const reset = await desk.ask('staff.reset_otp', { actor: context.actor, login })
    return reset.ok ? null : reset
  },
})
