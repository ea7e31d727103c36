import type { GroupRecord } from '../config/records/group.js'
import type { LicenceRecord } from '../config/records/licence.js'
import type { UnixMs } from '../units.js'
import { isListed } from './companies.js'

/** How long before a licence expires its status begins to warn. */
const EXPIRY_WARNING_MS = 30 * 86_400_000
const DAY_MS = 86_400_000
const NAMED_MAX = 5

/** The inputs of a licence's status: the record, and the current content of the key. */
export interface LicenceState {
  readonly licence: LicenceRecord
  readonly hasPublicKey: boolean
  /**
   * The reason why the applied key is invalid now; null if it is valid, or if no key is applied.
   */
  readonly refused: string | null
  readonly groups: readonly Pick<GroupRecord, 'path' | 'company'>[]
  readonly now: UnixMs
}

/** A licence is valid while the applied key is valid at the current time. */
export function isValid({ licence, hasPublicKey, refused }: LicenceState): boolean {
  return licence.has_key && hasPublicKey && refused === null
}

export function licenceWarnings(state: LicenceState): string[] {
  const { licence, hasPublicKey, refused } = state
  const warnings: string[] = []
  if (!licence.has_key) warnings.push('No licence key was applied.')
  if (!hasPublicKey) {
    warnings.push('No public key of the vendor is configured: set LICENCE_PUBLIC_KEY.')
  } else if (licence.has_key && refused !== null) {
    warnings.push(`The licence is not valid: ${refused}`)
  }
  if (isValid(state)) warnings.push(...expiryWarnings(state))
  if (licence.licence_id !== '') warnings.push(...companyWarnings(state))
  return warnings
}

function expiryWarnings({ licence, now }: LicenceState): string[] {
  const left = Date.parse(licence.expires_at ?? '') - now
  if (!(left <= EXPIRY_WARNING_MS)) return []
  const days = Math.floor(left / DAY_MS)
  const when = days === 0 ? 'within a day' : `in ${days} ${days === 1 ? 'day' : 'days'}`
  return [`The licence expires ${when}, at ${licence.expires_at}. Apply a new key before.`]
}

function companyWarnings({ licence, groups }: LicenceState): string[] {
  const strays = new Map<string, { readonly company: string; readonly paths: string[] }>()
  for (const { company, path } of groups) {
    if (company === '' || isListed(licence, company)) continue
    const own = company.toLowerCase()
    const stray = strays.get(own) ?? { company, paths: [] }
    stray.paths.push(path)
    strays.set(own, stray)
  }
  return [...strays.values()].map(({ company, paths }) => {
    const named = paths.slice(0, NAMED_MAX).join(', ')
    const more = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : ''
    return `The licence does not list the company ${company} of these groups: ${named}${more}.`
  })
}
