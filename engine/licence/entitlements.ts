import type { Refusal } from '../code.js'
import type { LicenceRecord } from '../config/records/licence.js'
import { because } from '../reasons/reasons.js'

/**
 * Refuses an addition beyond the licence's limit, even if the licence has expired. A limit of 0
 * does not apply.
 */
export function refuseOneMore(
  what: 'accounts' | 'groups',
  licence: Pick<LicenceRecord, 'max_accounts' | 'max_groups'> | undefined,
  used: number,
): Refusal | undefined {
  const max = (what === 'accounts' ? licence?.max_accounts : licence?.max_groups) ?? 0
  if (max === 0 || used < max) return undefined
  return because(`conflict.licence_${what}_max`, { max, used })
}

/** One in this many accounts is reserved for staff; people who sign up may use the rest. */
const KEPT_PART = 5

/**
 * The number of accounts from which strangers may not open more: a fifth of the licence, and at
 * least one account, is reserved for staff.
 */
export function openToStrangers(maxAccounts: number): number {
  return maxAccounts - Math.max(1, Math.ceil(maxAccounts / KEPT_PART))
}
