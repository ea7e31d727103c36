import type { QueryPool } from '../../../actors/queries/pool.js'
import type { WaitingAsk, WaitingCounts } from '../../../actors/queries/waiting-query.js'
import type { Clock } from '../../../actors/thread/clock.js'
import type { Book } from '../../../engine/book/compiled.js'
import { SOCKET_BEHIND_BYTES } from '../../../engine/limits/sockets.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { DealingDesk } from '../../readers/dealing-desk.js'
import { dealingWaits, waitingAsk } from '../../readers/waiting.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { EachSecond } from './each-second.js'
import type { StaffConnection } from './staff-connection.js'
import { DONE, type StaffFamily } from './staff-op.js'

/**
 * `watch_waiting` and `unwatch_waiting`: a `waiting` event with counts of waiting work, when they
 * change and at most once a second.
 *
 * W1. The database is queried after events that may change a count, and otherwise every `LOOK_MS`,
 *     because reading one's own messages creates no event. Sessions that see the same share an
 *     answer.
 * W2. Current rights and scope apply.
 * W3. A slow client gets nothing until it has caught up, and then the newest counts.
 */
export interface WaitingParts {
  readonly clock: Clock
  readonly queries: Pick<QueryPool, 'of'>
  readonly dealing: Pick<DealingDesk, 'queue'>
  /** The number of held fills of all accounts. */
  heldFills(): number
  book(): Book
}

const LOOK_MS = 15_000
const ON_ITS_WAY_MS = 5_000

export function waitingOps(parts: WaitingParts): StaffFamily {
  return (sockets) => {
    const watch = new WaitingWatch(parts, (connection) => sockets.boundBacklog(connection))
    return {
      ops: {
        watch_waiting({ connection }) {
          watch.add(connection)
          return DONE
        },
        unwatch_waiting({ connection }) {
          watch.delete(connection)
          return DONE
        },
      },
      onDeskEvent: (event) => watch.heard(event),
      leave: (connection) => watch.delete(connection),
    }
  }
}

class WaitingWatch {
  readonly #parts: WaitingParts
  readonly #bound: (connection: StaffConnection) => void
  /** The counts last sent to each socket, as text. */
  readonly #told = new Map<StaffConnection, string>()
  /** The latest counts of each query. */
  #counts = new Map<string, WaitingCounts>()
  #isChanged = false
  #heldFills = 0
  #heldSince = Number.NEGATIVE_INFINITY
  #lookedAt = Number.NEGATIVE_INFINITY
  readonly #eachSecond: EachSecond

  constructor(parts: WaitingParts, bound: (connection: StaffConnection) => void) {
    this.#parts = parts
    this.#bound = bound
    this.#eachSecond = new EachSecond(parts.clock, () => this.#tell())
  }

  add(connection: StaffConnection): void {
    this.#told.set(connection, '')
    this.#eachSecond.goOn(true)
  }

  delete(connection: StaffConnection): void {
    this.#told.delete(connection)
    this.#eachSecond.goOn(this.#told.size > 0)
  }

  heard(event: DeskEvent): void {
    if (mayChange(event)) this.#isChanged = true
  }

  async #tell(): Promise<void> {
    this.#forgetOld()
    const counts = new Map<string, WaitingCounts>()
    for (const connection of [...this.#told.keys()]) {
      const { state } = connection
      if (state.kind !== 'live') continue
      const asked = waitingAsk(state.session, this.#parts.book())
      const key = JSON.stringify(asked)
      const known = counts.get(key) ?? this.#counts.get(key)
      const found = known ?? (await this.#ask(state.session, asked))
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

  /** Undefined if the counts are not available now. They are requested again in the next second. */
  async #ask(session: LiveSession, asked: WaitingAsk): Promise<WaitingCounts | undefined> {
    const counts = await this.#parts.queries.of(session).run('waiting.counts', asked)
    return counts.ok ? counts.value : undefined
  }

  #send(connection: StaffConnection, key: string, counts: WaitingCounts): void {
    const { state } = connection
    if (state.kind !== 'live' || connection.unsent > SOCKET_BEHIND_BYTES) return
    const { session } = state
    // During the query the session's permissions may have changed, or the socket may have unsubscribed.
    const isSame = JSON.stringify(waitingAsk(session, this.#parts.book())) === key
    if (!isSame || !this.#told.has(connection)) return
    const waiting = { ...counts, dealing: dealingWaits(session, this.#parts.dealing) }
    const text = JSON.stringify(waiting)
    if (this.#told.get(connection) === text) return
    this.#told.set(connection, text)
    connection.send(new EventFrame('waiting', waiting).as(connection.codec))
    this.#bound(connection)
  }
}

function mayChange(event: DeskEvent): boolean {
  if (event.type === 'journal') return event.line.kind === 'application'
  return event.type === 'mails' || event.type === 'outbox' || event.type === 'job'
}
