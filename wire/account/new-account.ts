import type { CommonPasswords } from '../../engine/access/common-passwords.js'
import { normalPassword, passwordWeakness } from '../../engine/access/password.js'
import type { Refusal } from '../../engine/code.js'
import { refuseField } from '../../engine/reasons/fault.js'
import { say } from '../../engine/reasons/reasons.js'
import { ACCOUNT_FIELDS, accountField } from './account-fields.js'
import type { AccountDetails } from './stored-account.js'

/** The passwords of a new account, which have to differ. All other fields are its details. */
export const PASSWORD_FIELDS = ['master_password', 'investor_password', 'phone_password'] as const

export type AccountPasswords = Readonly<
  Partial<Record<(typeof PASSWORD_FIELDS)[number], string | undefined>>
>

export function refusePasswords(
  body: AccountPasswords,
  minimum: number,
  common: CommonPasswords,
): Refusal | undefined {
  for (const field of PASSWORD_FIELDS) {
    const password = body[field]
    if (password === undefined) continue
    const weakness = passwordWeakness(password, minimum, common)
    if (weakness !== null) {
      const message = `${field}: ${weakness.message}`
      const fields = [{ path: field, ...weakness }]
      return { ok: false, code: 'auth.password_weak', ...weakness, message, fields }
    }
  }
  return refuseSame(body)
}

/** Refuses equal passwords: each gives different access, so knowing one must not reveal another. */
function refuseSame(body: AccountPasswords): Refusal | undefined {
  const taken = new Map<string, string>()
  for (const field of PASSWORD_FIELDS) {
    const password = body[field]
    if (password === undefined) continue
    const normal = normalPassword(password)
    const other = taken.get(normal)
    if (other !== undefined) return refuseField(field, say('field.other_field', { field: other }))
    taken.set(normal, field)
  }
  return undefined
}

const DETAILS = ACCOUNT_FIELDS.filter(
  (name): name is keyof AccountDetails => accountField(name).set !== undefined,
)

/** The body can contain only those passwords that its schema lists. */
export function detailsOf(given: Partial<AccountDetails>): Partial<AccountDetails> {
  const details = DETAILS.filter((field) => given[field] !== undefined)
  return Object.fromEntries(details.map((field) => [field, given[field]]))
}
