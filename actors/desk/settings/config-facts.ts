import type { ConfigFacts } from '../../../engine/config/world.js'
import { accountsRepo } from '../../../storage/repos/accounts/accounts.js'
import { staffRepo } from '../../../storage/repos/people/staff.js'
import { tradedSymbolsRepo } from '../../../storage/repos/trades/traded-symbols.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { SymbolFence } from '../../shared/symbol-claims.js'
import type { Clock } from '../../thread/clock.js'
import { isCertificate, keyFit } from './certificates.js'

/** Facts about accounts, trades and staff for checks of settings, read on demand. */
export function configFacts(
  db: Sqlite,
  clock: Clock,
  symbols: Pick<SymbolFence, 'isTraded'>,
  outboundAllow: readonly string[],
): ConfigFacts {
  const accounts = accountsRepo(db)
  const traded = tradedSymbolsRepo(db)
  const staff = staffRepo(db)
  return {
    get now() {
      return clock.now()
    },
    hasAccounts: (group) => accounts.isGroupUsed(group),
    isTraded: (symbolId) => symbols.isTraded(symbolId) || traded.has(symbolId),
    isDealer(login) {
      const user = staff.get(login)
      return user?.active === true && user.rights.includes('dealing')
    },
    outboundAllow,
    isCertificate,
    keyFit,
  }
}
