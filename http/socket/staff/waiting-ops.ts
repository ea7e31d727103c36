import type { QueryPool } from '../../../actors/queries/pool.js'
import type { WaitingAsk, WaitingCounts } from '../../../actors/queries/waiting-query.js'
import type { Clock } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { DealingDesk } from '../../readers/dealing-desk.js'
import { waitingAsk, waitingView } from '../../readers/waiting.js'
import type { LiveSession } from '../../sessions/live-session.js'
import type { LiveSockets } from '../live-sockets.js'
import { PictureWatchers, type SentTexts } from './pictures/picture-watchers.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, served } from './staff-op.js'
import { subscriptionOps } from './subscription-ops.js'

export interface WaitingParts {
  readonly clock: Clock
  readonly queries: Pick<QueryPool, 'of'>
  readonly dealing: Pick<DealingDesk, 'queue'>
  heldFills(): number
  book(): Book
}

const LOOK_MS = 15_000
const ON_ITS_WAY_MS = 5_000

/**
 * `watch_waiting` and `unwatch_waiting`: a `waiting` event with counts of waiting work, when they
 * change and at most once a second.
 *
 * - The database is queried after events that may change a count, and otherwise every `LOOK_MS`,
 *   because reading one's own messages creates no event. Sessions that see the same share an
 *   answer.
 * - Current rights and scope apply.
 * - A slow client gets nothing until it has caught up, and then the newest counts.
 */
class WaitingWatchers extends PictureWatchers<SentTexts> {
  readonly #parts: WaitingParts
  /** The latest counts for each query. */
  #counts = new Map<string, WaitingCounts>()
  #isChanged = false
  #heldFills = 0
  #heldSince = Number.NEGATIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY

  constructor(parts: WaitingParts, sockets: LiveSockets<StaffConnection>) {
    super(parts.clock, sockets)
    this.#parts = parts
  }

  add(connection: StaffConnection): void {
    this.begin(connection, new Map())
  }

  onDeskEvent(event: DeskEvent): void {
    if (mayChange(event)) this.#isChanged = true
  }

  protected async look(): Promise<void> {
    this.#forgetOld()
    const counts = new Map<string, WaitingCounts>()
    for (const { connection, session } of this.watchers()) {
      const asked = waitingAsk(session, this.#parts.book())
      const key = JSON.stringify(asked)
      const known = counts.get(key) ?? this.#counts.get(key)
      const found = known ?? (await this.#ask(session, asked))
      if (found === undefined) continue
      counts.set(key, found)
      this.#send(connection, key, found)
    }
    this.#counts = counts
  }

  #forgetOld(): void {
    const { clock, heldFills } = this.#parts
    const [now, held] = [clock.monotonic(), heldFills()]
    const isOld = now - this.#lookedAt >= LOOK_MS
    // The database learns of a held fill a moment after the shard counts it, so it is queried again
    // for a while.
    if (held !== this.#heldFills) this.#heldSince = now
    const isOnItsWay = now - this.#heldSince < ON_ITS_WAY_MS
    this.#heldFills = held
    if (!this.#isChanged && !isOnItsWay && !isOld) return
    this.#isChanged = false
    this.#lookedAt = now
    this.#counts.clear()
  }

  /**
   * The counts of a query. Undefined if they are not available now; the next second queries them
   * again.
   */
  async #ask(session: LiveSession, asked: WaitingAsk): Promise<WaitingCounts | undefined> {
    const counts = await this.#parts.queries.of(session).run('waiting.counts', asked)
    return counts.ok ? counts.value : undefined
  }

  /**
   * Sends the counts, unless the session's permissions have changed or the socket has unsubscribed
   * during the query.
   */
  #send(connection: StaffConnection, key: string, counts: WaitingCounts): void {
    const { state } = connection
    const sent = this.watchOf(connection)
    if (state.kind !== 'live' || sent === undefined) return
    const { session } = state
    const { book, dealing } = this.#parts
    if (JSON.stringify(waitingAsk(session, book())) !== key) return
    const waiting = waitingView(counts, session, dealing)
    const frames = [new EventFrame('waiting', waiting)]
    this.sendChanged(connection, sent, [{ name: '', text: JSON.stringify(waiting), frames }])
  }
}

export const WAITING_OPS = subscriptionOps('waiting', {
  begins:
    'Subscribes to the counts of work that waits for staff. Counts that the session may not read are null.',
  ends: 'Ends the subscription to the counts of waiting work.',
})

export function waitingOps(parts: WaitingParts): StaffFamily {
  return (sockets) => served(WAITING_OPS, new WaitingWatchers(parts, sockets))
}

function mayChange(event: DeskEvent): boolean {
  if (event.type === 'journal') return event.line.kind === 'application'
  return event.type === 'mails' || event.type === 'outbox' || event.type === 'job'
}
