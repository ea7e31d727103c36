import { key } from '../../../wire/frame/frame-writer.js'
import { beginEvent, DATA } from '../../../wire/frame/socket-frame.js'
import { clientNameOf } from '../../../wire/record/request-key.js'
import type { WaitKind } from '../../../wire/schema/records/event-views.js'
import type { ShardCore } from '../core.js'
import type { ParkedRequest, ParkedState } from '../routed/parked-requests.js'
import type { ShardSocket, ShardSockets } from './sockets.js'

/**
 * Sends `pending`: a request of the account waits for a dealer, a provider or a delay, with the
 * latest end of the wait.
 *
 *   - It is sent to the account's sockets at the end of the turn in which the wait began, and again
 *     when the end of the wait or the one who must answer changes. A wait that begins and ends
 *     within one turn is not reported.
 *   - A newly opened socket receives one for each waiting request.
 *   - Only the client's own requests are reported, not those of staff or of the server. The end of
 *     a wait is the answer itself.
 */
interface Pending {
  readonly clientOrderId: string
  /** The id of its order; 0 if it has none. */
  readonly orderId: number
  readonly kind: WaitKind
  /** The latest end of the wait, on the monotonic clock. */
  readonly until: number
}

const CLIENT_ORDER_ID = key('client_order_id')
const ORDER_ID = key('order_id')
const KIND = key('kind')
const UNTIL = key('until')

export class PendingEvents {
  readonly #core: ShardCore
  readonly #sockets: ShardSockets
  readonly #told = new WeakMap<ParkedRequest, Pending>()

  constructor(core: ShardCore, sockets: ShardSockets) {
    this.#core = core
    this.#sockets = sockets
  }

  /**
   * Reports, at the end of a turn, requests that began to wait in it or whose wait has another end.
   */
  flush(): void {
    const { requests } = this.#core.parking
    if (requests.news.size === 0) return
    for (const parked of requests.news) {
      if (requests.get(parked.id) !== parked) continue
      const pending = pendingOf(parked)
      const told = this.#told.get(parked)
      if (pending === undefined || (told !== undefined && isSame(pending, told))) continue
      this.#told.set(parked, pending)
      for (const socket of this.#sockets.of(parked.account.login)) this.#tell(socket, pending)
    }
    requests.news.clear()
  }

  /** Reports the waiting requests to a socket that has just been opened. */
  opened({ id, login }: Pick<ShardSocket, 'id' | 'login'>): void {
    const { requests } = this.#core.parking
    const socket = requests.size === 0 ? undefined : this.#sockets.get(id)
    if (socket === undefined) return
    for (const parked of requests.of(login)) {
      const pending = pendingOf(parked)
      if (pending !== undefined) this.#tell(socket, pending)
    }
  }

  #tell(socket: ShardSocket, { clientOrderId, orderId, kind, until }: Pending): void {
    const w = this.#sockets.writers[socket.codec]
    beginEvent(w, 'pending')
    w.map(4, DATA)
    if (clientOrderId === '') w.none(CLIENT_ORDER_ID)
    else w.text(CLIENT_ORDER_ID, clientOrderId)
    if (orderId === 0) w.none(ORDER_ID)
    else w.int(ORDER_ID, orderId)
    w.text(KIND, kind)
    w.time(UNTIL, Math.floor(this.#core.now + until - this.#core.monotonic()))
    w.endMap()
    w.endMap()
    this.#sockets.tell(socket, w)
  }
}

/**
 * The event of a waiting request; undefined for requests of the server and of staff, and for those
 * whose wait has no known end.
 */
function pendingOf({
  id,
  requestKey,
  isClients,
  noteOf,
  hasStarted,
  state,
}: ParkedRequest): Pending | undefined {
  const clientOrderId = clientNameOf(requestKey) ?? ''
  const isOwn = clientOrderId !== '' || (requestKey === '' && isClients && noteOf === undefined)
  if (!isOwn) return undefined
  const wait = waitOf(state)
  if (wait === undefined || wait.until === Number.POSITIVE_INFINITY) return undefined
  return { clientOrderId, orderId: hasStarted ? id : 0, ...wait }
}

function waitOf(state: ParkedState): Pick<Pending, 'kind' | 'until'> | undefined {
  switch (state.is) {
    case 'delayed':
      return { kind: 'delay', until: state.dueAt }
    case 'with_dealers':
      return { kind: 'dealer', until: state.queue.until }
    case 'at_provider':
      return { kind: 'provider', until: state.dueAt }
    case 'rests_at_provider':
      return state.asked === '' ? undefined : { kind: 'provider', until: state.dueAt }
    case 'orphaned':
      return undefined
  }
}

function isSame(one: Pending, other: Pending): boolean {
  return one.kind === other.kind && one.until === other.until
}
