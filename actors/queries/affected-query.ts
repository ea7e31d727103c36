import type { AffectedAccounts } from '../../engine/config/affected-accounts.js'
import { type AffectedCounts, affectedRepo } from '../../storage/repos/trades/affected-counts.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'

/** Counts the existing records that a change of settings affects. */
export interface AffectedQueries {
  'config.affected': { readonly request: AffectedAccounts; readonly answer: AffectedCounts }
}

export function affectedQueries(db: Sqlite): Handlers<AffectedQueries> {
  const affected = affectedRepo(db)
  const counted = ({ groups, trades }: AffectedAccounts): AffectedCounts => {
    if (typeof trades !== 'string') return affected.trades(groups, trades)
    const { positions, orders } =
      trades === 'all' ? affected.trades(groups, null) : { positions: 0, orders: 0 }
    return { accounts: affected.accounts(groups), groups: groups.length, positions, orders }
  }
  return { 'config.affected': (asked) => inSnapshot(db, () => accept(counted(asked))) }
}
