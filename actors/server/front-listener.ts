import type { Book } from '../../engine/book/compiled.js'
import type { Batch } from '../../wire/thread/batch.js'
import type { DealingEvent } from '../../wire/thread/dealing.js'
import type { DeskEvent } from '../../wire/thread/messages.js'
import type { WatchedFrame } from '../../wire/thread/watched.js'

/** The events that the front listens to. */
export interface FrontListener {
  onBatch(shard: number, batch: Batch): void
  onDealing?(shard: number, event: DealingEvent): void
  onWatched?(frames: readonly WatchedFrame[]): void
  onShardReady(shard: number): void
  onShardDeath(shard: number): void
  onMoved(): void
  /** A `config` event comes after the book that it made. */
  onDeskEvent(event: DeskEvent): void
  onBook(book: Book): void
  /**
   * The desk can be asked (again). What the front keeps of it is read anew, since a change may have been
   * stored and not told; until this resolves nothing else is started.
   */
  onDesk?(): Promise<unknown>
}
