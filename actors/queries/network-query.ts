import { spansRepo, type UsedSpan } from '../../storage/repos/records/used-spans.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { accept, type Handlers } from '../thread/ask.js'

/**
 * The ranges of ids that are used in the tables, which is less than what shards have been granted.
 */
export interface NetworkQueries {
  'network.spans': {
    readonly request: null
    readonly answer: {
      readonly accounts: UsedSpan
      readonly clients: UsedSpan
      readonly deals: UsedSpan
      readonly orders: UsedSpan
    }
  }
}

export function networkQueries(db: Sqlite): Handlers<NetworkQueries> {
  const spans = spansRepo(db)
  return {
    'network.spans': () =>
      inSnapshot(db, () =>
        accept({
          accounts: spans.accounts(),
          clients: spans.clients(),
          deals: spans.deals(),
          orders: spans.orders(),
        }),
      ),
  }
}
