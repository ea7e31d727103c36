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
import type { WorkNote } from './turn/work-note.js'

/**
 * The accounts of one shard and their log: the order in which things become true.
 *
 *   S1. One request at a time, in the order of arrival. A request of an account reads and changes
 *       nothing but that account; between reading and changing there is no wait.
 *   S2. Memory is ahead of the log by the running turn and, at most, the one before it, which is being
 *       committed meanwhile (`handOver`). `commit` closes both. When it or `settle` throws, this object
 *       is spent: nothing of either turn may be told, and the shard is built anew.
 *   S3. `onRecord` hears of a record when it is applied, which is before it is durable: what it
 *       makes of it must wait in the turn's outgoing batch. Turns become durable in their order, so what
 *       a turn tells of an earlier one (a repeat, a resume) is durable when it leaves.
 *   S4. An account whose events cannot be applied is set aside until the next start; the others
 *       trade on.
 *   S5. A request id whose record cannot be read is refused, not decided anew.
 *   S6. What changes nothing has no record, unless its key is to be remembered: then its row is written
 *       again, so that a repeat is answered the same whatever came between. The journal has no line. What is
 *       refused at once has none, key or not (outcomes/recent-refusals.ts).
 *   S7. A trade is written only after its symbol was claimed: no symbol goes away under a position.
 */
export interface ShardOptions extends ShardRecordsOptions, Breakages {
  readonly symbols: SymbolClaims
  readonly clock: Clock
  readonly prices: Prices
  readonly book: Book
  /** The secret that request keys are hashed with. */
  readonly keySecret: KeySecret
  /** The rate of requests that an account may have carried out; as much as it asks for when left out. */
  readonly requestRate?: RequestRate | null
  /** The most swaps of one record of a day end; `NIGHT_ROWS_MAX` when left out. */
  readonly nightRowsMax?: number
  /** The note of the login in hand, which outlives this thread. */
  readonly work?: WorkNote
  askIds(kind: IdKind): void
  onRecord(account: Account, record: AccountRecord): void
  /** Takes news of dealing; like a record, it waits in the turn's outgoing batch. */
  onDealing(event: DealingEvent): void
  onGateway?(message: ToGateway): void
  /** Takes the number of provider fills that wait for staff. */
  onHeldFills?(count: number): void
}
