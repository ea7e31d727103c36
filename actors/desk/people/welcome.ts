import { accountType } from '../../../engine/config/offers.js'
import { fullName, type StoredAccount } from '../../../wire/account/stored-account.js'
import { letter } from '../../../wire/letters/letter.js'
import type { Desk } from '../desk.js'
import { letterHead } from './letter-head.js'
import type { QueuedEmail } from './outbox.js'

/**
 * The welcome e-mail of a new account, with both passwords. `allocation` is the offer that the
 * applicant chose.
 */
export function welcomeEmail(
  desk: Desk,
  account: StoredAccount,
  { master, investor }: { readonly master: string; readonly investor: string },
  allocation: number | null = null,
): QueuedEmail {
  const { login, group: path, email, language, leverage } = account
  const { world } = desk.config
  const group = world.named('groups', path)
  const values = {
    name: fullName(account),
    login,
    accountType: accountType(world.list('allocations'), path, allocation),
    currency: group?.currency ?? '',
    leverage: leverage || (group?.leverage ?? 1),
    password: master,
    investorPassword: investor,
  }
  const content = letter('welcome', values, language, letterHead(desk, path))
  return { kind: 'welcome', login, to: email, content }
}
