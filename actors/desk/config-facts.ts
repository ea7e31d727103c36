import type { ConfigFacts } from '../../engine/config/world.js'
import { accountsRepo } from '../../storage/repos/accounts.js'
import { positionsRepo } from '../../storage/repos/positions.js'
import { staffRepo } from '../../storage/repos/staff.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import type { Clock } from '../clock.js'
import { isCertificate, keyFit } from './certificates.js'

/** What checks of settings ask about accounts, trades and staff: read when it is asked. */
export function configFacts(db: Sqlite, clock: Clock): ConfigFacts {
  const accounts = accountsRepo(db)
  const positions = positionsRepo(db)
  const staff = staffRepo(db)
  return {
    get now() {
      return clock.now()
    },
    hasAccounts: (group) => accounts.isGroupUsed(group),
    isTraded: (symbolId) => positions.isSymbolUsed(symbolId),
    isDealer(login) {
      const user = staff.get(login)
      return user?.active === true && user.rights.includes('dealing')
    },
    isCertificate,
    keyFit,
  }
}
