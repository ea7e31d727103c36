import { comparableGroup } from '../../../engine/names/group-path.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { credentialsRepo } from '../../../storage/repos/accounts/credentials.js'
import { metaRepo } from '../../../storage/repos/meta.js'
import { passwordChanged } from '../../../wire/stored/line-facts.js'
import { accept, type Outcome } from '../../thread/ask.js'
import { NewAccounts } from '../accounts/accounts.js'
import { SYSTEM } from '../actor.js'
import type { Desk } from '../desk.js'

/** The login of the demo trader, below the automatically assigned ones. */
export const DEMO_TRADER_LOGIN = 100
const DEMO_TRADER_GROUP = 'demo\\standard'

/**
 * The trader of the demo set, created at the first start of a directory.
 *
 *   - The account is opened, then gets its money, and its password last, so a user who can sign in
 *     finds the money there.
 *   - If a start is interrupted, the next one does the rest. After the password is set, this never
 *     runs again.
 */

export function demoTraderDesk(desk: Desk) {
  const opened = new NewAccounts(desk)
  const { accounts } = desk.tables
  const unwanted = because('conflict.demo_trader')
  return {
    /** Opens the account, unless an earlier start has. */
    'demo_trader.open': (): Outcome<null> =>
      desk.change((journal) => {
        if (!needsDemoTrader(desk)) return unwanted
        if (accounts.profile(DEMO_TRADER_LOGIN) !== undefined) return accept(null)
        const made = opened.open(
          {
            actor: SYSTEM,
            login: DEMO_TRADER_LOGIN,
            group: DEMO_TRADER_GROUP,
            must_change_password: false,
            // The api is enabled so that people can try programs too.
            details: { name: 'Demo trader', api_enabled: true },
            hashes: {},
          },
          journal,
        )
        return made.ok ? accept(null) : made
      }),
    /**
     * Returns the demo trader's login; null if it does not exist or belongs to a private account.
     */
    'demo_trader.login': (): Outcome<Login | null> => {
      const group = accounts.group(DEMO_TRADER_LOGIN)
      const isOne = group !== undefined && comparableGroup(group) === DEMO_TRADER_GROUP
      return accept(isOne ? DEMO_TRADER_LOGIN : null)
    },
    /** Sets the demo trader's first password. Refused with `conflict` if the trader has one. */
    'demo_trader.password': ({ hash }: { readonly hash: string }): Outcome<null> =>
      desk.change((journal) => {
        if (!needsDemoTrader(desk)) return unwanted
        desk.tables.credentials.set(DEMO_TRADER_LOGIN, 'master', hash, desk.clock.now())
        desk.tables.meta.remove('demo_trader')
        const text = 'The trader of the demo set got the first password'
        const changes = [passwordChanged('master', 'set')]
        journal(SYSTEM, { kind: 'account.password', login: DEMO_TRADER_LOGIN, text, changes })
        return accept(null)
      }),
  }
}

/** True if the demo trader must still be created; false if the directory has other accounts. */
export function needsDemoTrader({ db }: Desk): boolean {
  if (metaRepo(db).get('demo_trader') !== 'wanted') return false
  const accounts = accountsRepo(db)
  const own = accounts.profile(DEMO_TRADER_LOGIN) === undefined ? 0 : 1
  const hasPassword = credentialsRepo(db).hash(DEMO_TRADER_LOGIN, 'master') !== undefined
  return accounts.count() === 1 + own && !hasPassword
}
