import type { Refusal } from '../code.js'
import type { LicenceRecord } from '../config/records/licence.js'
import { because } from '../reasons/reasons.js'

/** Refuses one more than the licence allows; its limits hold even after it expires, and 0 is no limit. */
export function refuseOneMore(
  what: 'accounts' | 'groups',
  licence: Pick<LicenceRecord, 'max_accounts' | 'max_groups'> | undefined,
  used: number,
): Refusal | undefined {
  const max = (what === 'accounts' ? licence?.max_accounts : licence?.max_groups) ?? 0
  if (max === 0 || used < max) return undefined
  return because(`conflict.licence_${what}_max`, { max, used })
}

/** The part of a limit that is reserved for staff; strangers who sign up may use the rest. */
const KEPT_PART = 5

/**
 * The most accounts for a stranger to open one more: a fifth of the licence, and at least one
 * account, is reserved for staff.
 */
export function openToStrangers(maxAccounts: number): number {
  return maxAccounts - Math.max(1, Math.ceil(maxAccounts / KEPT_PART))
}
