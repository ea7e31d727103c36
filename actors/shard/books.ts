import type { DecisionContext } from '../../engine/account/decision.js'
import type { Account } from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Dealers } from '../../engine/book/dealers.js'
import type { GatewaysOnline } from '../../engine/book/gateways-online.js'
import type { Refusal } from '../../engine/code.js'
import type { UnixMs } from '../../engine/units.js'
import type { AccountTable } from './accounts/account-table.js'
import type { Ledger } from './ledger.js'
import type { Quarantine } from './log/quarantine.js'
import type { ShardRecords } from './log/records.js'
import type { RecentRefusals } from './outcomes/recent-refusals.js'
import type { RefusalTally } from './outcomes/refusal-tally.js'
import type { RefusedRequests } from './outcomes/refused-requests.js'
import type { RequestKeys } from './outcomes/request-keys.js'

/**
 * The accounts of a shard, for code that decides about them and writes the decisions. `ShardCore`
 * (core.ts) implements it. Its rules (options.ts, S1 to S7) bind every user of this interface.
 */
export interface AccountBooks {
  readonly accounts: AccountTable
  readonly ledger: Ledger
  readonly keys: RequestKeys
  readonly records: ShardRecords
  readonly dealers: Dealers
  readonly gateways: GatewaysOnline
  readonly refusals: RecentRefusals
  readonly tally: RefusalTally
  readonly refused: RefusedRequests
  readonly quarantine: Quarantine
  readonly book: Book
  /** The time of the running turn. */
  readonly now: UnixMs
  /**
   * The wall time in microseconds at which the front received the current request; 0 for work that
   * no request caused.
   */
  readonly receivedAt: UnixMs
  /** False while the disk is full, so that nothing may be written. */
  readonly mayWrite: boolean
  readonly hasIds: boolean
  contextOf(account: Account): DecisionContext
  account(login: number): Account | Refusal
}
