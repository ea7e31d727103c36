import type { Book } from '../../engine/book/compiled.js'
import type { Batch } from '../../wire/thread/batch.js'
import type { DealingEvent } from '../../wire/thread/dealing.js'
import type { DeskEvent } from '../../wire/thread/messages.js'
import type { WatchedFrame } from '../../wire/thread/watched-accounts.js'

/** The events that the front receives from the threads. */
export interface FrontListener {
  onBatch(shard: number, batch: Batch): void
  onDealing?(shard: number, event: DealingEvent): void
  onWatched?(frames: readonly WatchedFrame[]): void
  onShardReady(shard: number): void
  onShardDeath(shard: number): void
  onMoved(): void
  /** Handles an event of the desk. A `config` event follows the book that it produced. */
  onDeskEvent(event: DeskEvent): void
  onBook(book: Book): void
  /**
   * The desk is ready, at the start or after a restart. The front reloads what it caches from the
   * desk, because a change may have been stored but not sent. Nothing else starts until this
   * resolves.
   */
  onDesk?(): Promise<unknown>
}
