import type { Refusal } from '../../../engine/code.js'
import { refuseOneMore } from '../../../engine/licence/entitlements.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import type { Desk } from '../desk.js'

/** Counted once for every desk of a database: the number at the last count, and those that came since. */
interface Known {
  counted: number
  since: number
}
const KNOWN = new WeakMap<Desk['db'], Known>()

/**
 * Whether the licence allows one more account, staff among them, asked before each is opened. Archived accounts are not
 * counted, so the number may only be lower than what is known: it is counted anew when that says no.
 */
export function refuseAccount(desk: Pick<Desk, 'config' | 'db'>): Refusal | undefined {
  const [licence] = desk.config.world.list('licence')
  if (licence === undefined || licence.max_accounts === 0) {
    KNOWN.delete(desk.db)
    return undefined
  }
  let known = KNOWN.get(desk.db)
  if (known === undefined || known.counted + known.since >= licence.max_accounts) {
    known = { counted: accountsRepo(desk.db).countOpen(), since: 0 }
    KNOWN.set(desk.db, known)
  }
  const refusal = refuseOneMore('accounts', licence, known.counted)
  if (refusal === undefined) known.since++
  return refusal
}
