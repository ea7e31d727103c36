import type { Refusal } from '../../../engine/code.js'
import { openToStrangers, refuseOneMore } from '../../../engine/licence/entitlements.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Desk } from '../desk.js'

/**
 * The number of accounts, cached per database: the last full count, and the openings since then.
 * Some openings may have been rolled back, so the accounts are counted again when the sum reaches
 * the limit.
 */
interface Known {
  counted: number
  since: number
}
const KNOWN = new WeakMap<Desk['db'], Known>()

type Entitled = Pick<Desk, 'config' | 'db'>

/**
 * Refuses one more account if the licence does not allow it. Call it before each opening, also for
 * staff. Archived accounts do not count.
 */
export function refuseAccount(desk: Entitled): Refusal | undefined {
  const [licence] = desk.config.world.list('licence')
  if (licence === undefined || licence.max_accounts === 0) {
    KNOWN.delete(desk.db)
    return undefined
  }
  const known = knownTo(desk, licence.max_accounts)
  const refusal = refuseOneMore('accounts', licence, known.counted + known.since)
  if (refusal === undefined) known.since++
  return refusal
}

/**
 * True if strangers may open one more account without using the part of the licence reserved for
 * staff.
 */
export function hasRoomForStranger(desk: Entitled): boolean {
  const max = desk.config.world.list('licence')[0]?.max_accounts ?? 0
  if (max === 0) return true
  const known = knownTo(desk, openToStrangers(max))
  return known.counted + known.since < openToStrangers(max)
}

/** Drops the cached count when an account is archived; called inside that change. */
export function forgetAccountCount({ db }: Pick<Desk, 'db'>): void {
  KNOWN.delete(db)
}

/** The number of accounts; exact if it reaches `many`, otherwise possibly too high. */
function knownTo({ db }: Entitled, many: number): Known {
  const known = KNOWN.get(db)
  if (known !== undefined && (known.since === 0 || known.counted + known.since < many)) return known
  const counted = { counted: accountsRepo(db).countOpen(), since: 0 }
  KNOWN.set(db, counted)
  return counted
}
