import { AccountParams } from '../../../wire/schema/accounts/account.js'
import { route } from '../route.js'

export const accountResetOtpRoute = route({
  method: 'POST',
  path: '/admin/v1/accounts/{login}/reset-otp',
  audience: 'staff',
  rights: ['accounts.passwords'],
  account: { param: 'login', outOfScope: 'not_found' },
  summary: 'Reset the one-time codes of an account',
  description:
    'Deletes the setup key and ends the sessions of the login. If the group requires codes, the holder ' +
    'sets them up again at the next sign-in.',
  params: AccountParams,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  async handle(context) {
    const { login } = context.params
    const { actor } = context
    const reset = await context.services.desk.ask('accounts.reset_otp', { actor, login })
    return reset.ok ? null : reset
  },
})
