import type { AccountRecord } from '../../engine/account/event.js'
import type { Account } from '../../engine/account/state.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Prices } from '../../engine/book/prices.js'
import type { RequestRate } from '../../engine/limits/rates.js'
import type { KeySecret } from '../../engine/numbers/request-key-hash.js'
import type { DealingEvent } from '../../wire/thread/dealing.js'
import type { IdKind } from '../../wire/thread/messages.js'
import type { ToGateway } from '../../wire/thread/provider-messages.js'
import type { SymbolClaims } from '../shared/symbol-claims.js'
import type { Clock } from '../thread/clock.js'
import type { Breakages } from './log/quarantine.js'
import type { ShardRecordsOptions } from './log/records.js'
import type { WorkNote } from './log/work-note.js'

/**
 * The accounts of one shard and their log, and the order in which changes become durable and
 * visible.
 *
 *   S1. Requests are processed one at a time, in the order of arrival. A request reads and changes
 *       only its own account, and nothing waits between reading and changing.
 *   S2. Memory is ahead of the log by the running turn and at most the previous one, which is being
 *       committed (`handOver`). `commit` closes both. If it or `settle` throws, this object must
 *       not be used any more: nothing of either turn may be sent, and the shard is rebuilt from the
 *       log.
 *   S3. `onRecord` is called when a record is applied, before it is durable, so its output must
 *       wait in the turn's outgoing batch. Turns become durable in order. So an earlier turn is
 *       durable before a later turn sends something about it, such as a repeated answer or a
 *       resume.
 *   S4. An account whose events cannot be applied is set aside until the next start; the others
 *       continue to trade.
 *   S5. A request id whose record cannot be read is refused, not decided again.
 *   S6. A request that changes nothing has no record, unless its key must be remembered. Then its
 *       row is written again, so that a repeat gets the same answer whatever happened in between;
 *       it has no line in the journal. A request that is refused at once has no record, with or
 *       without a key (outcomes/recent-refusals.ts).
 *   S7. A trade is written only after its symbol was claimed, so no symbol with open positions can
 *       be deleted.
 */
export interface ShardOptions extends ShardRecordsOptions, Breakages {
  readonly symbols: SymbolClaims
  readonly clock: Clock
  readonly prices: Prices
  readonly book: Book
  /** The secret with which request keys are hashed. */
  readonly keySecret: KeySecret
  /** The rate limit of requests per account; undefined for no limit. */
  readonly requestRate?: RequestRate | null
  /** The maximum number of swaps in one record of a day end; `NIGHT_ROWS_MAX` by default. */
  readonly nightRowsMax?: number
  /** Holds the login that the shard is working on, in memory that outlives this thread. */
  readonly work?: WorkNote
  askIds(kind: IdKind): void
  onRecord(account: Account, record: AccountRecord): void
  /** Called with events for dealers. Like records, they wait in the turn's outgoing batch. */
  onDealing(event: DealingEvent): void
  onGateway?(message: ToGateway): void
  /** Called with the number of provider fills that wait for staff. */
  onHeldFills?(count: number): void
}
