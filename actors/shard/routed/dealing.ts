import type { Wait } from '../../../engine/account/decision.js'
import type { DealerOnline } from '../../../engine/book/dealers.js'
import type { Code } from '../../../engine/code.js'
import { textFromScaled } from '../../../engine/numbers/decimal.js'
import type { PricePts } from '../../../engine/units.js'
import type { DealingEvent, DealingRow } from '../../../wire/thread/dealing.js'
import type { Clock } from '../../thread/clock.js'
import type { AccountBooks } from '../books.js'
import { DealerQueue } from './dealer-queue.js'
import { dealingRow } from './dealing-row.js'
import type {
  DecideAgain,
  ParkedRequest,
  ParkedRequests,
  WithDealersState,
} from './parked-requests.js'

/**
 * The requests that are with dealers: which dealers see them, who has taken them, and whom to
 * notify when they end.
 */
export class Dealing {
  readonly #core: AccountBooks
  readonly #lot: ParkedRequests
  readonly #clock: Clock
  readonly #tell: (event: DealingEvent) => void

  constructor(
    core: AccountBooks,
    lot: ParkedRequests,
    clock: Clock,
    tell: (event: DealingEvent) => void,
  ) {
    this.#core = core
    this.#lot = lot
    this.#clock = clock
    this.#tell = tell
  }

  /** The state of a request that starts to wait for dealers; `show` sends it to them. */
  stateOf(group: string, wait: Wait, decide: DecideAgain): WithDealersState {
    const now = this.#clock.monotonic()
    const queue = new DealerQueue(group, wait.dealers, now)
    queue.offer(this.#core.dealers, now)
    return { is: 'with_dealers', wait, decide, queue, dueAt: queue.dueAt }
  }

  show(parked: ParkedRequest, state: WithDealersState): void {
    const { offered } = state.queue
    this.#tell({ type: 'request', row: this.row(parked, state), offered })
  }

  /** Notifies dealers that the request has ended. `price` is the price that the dealer gave. */
  gone(id: number, { queue, wait }: WithDealersState, outcome: Code, price?: PricePts): void {
    const text = price === undefined ? null : textFromScaled(price, wait.symbol.digits)
    this.#tell({ type: 'gone', id, outcome, by: queue.takenBy, price: text })
  }

  /** Takes the list of online dealers, and withdraws or offers requests accordingly. */
  setOnline(online: readonly DealerOnline[]): void {
    const { dealers } = this.#core
    dealers.set(online)
    for (const parked of this.#lot.all) {
      const { state } = parked
      if (state.is !== 'with_dealers') continue
      const { queue } = state
      if (queue.takenBy !== null && !dealers.reaches(queue.takenBy, queue.group)) {
        this.giveBack(parked, state)
      } else if (queue.takenBy === null) this.askNext(parked, state)
      this.#lot.due(parked, queue.dueAt)
    }
  }

  /** Offers a request to the next dealer, if it is time to. */
  askNext(parked: ParkedRequest, state: WithDealersState): void {
    if (state.queue.offer(this.#core.dealers, this.#clock.monotonic())) this.show(parked, state)
    this.#lot.due(parked, state.queue.dueAt)
  }

  take(parked: ParkedRequest, state: WithDealersState, login: number): void {
    state.queue.take(login, this.#clock.monotonic())
    this.#lot.due(parked, state.queue.dueAt)
    this.show(parked, state)
  }

  giveBack(parked: ParkedRequest, state: WithDealersState): void {
    state.queue.giveBack(this.#core.dealers, this.#clock.monotonic())
    this.#lot.due(parked, state.queue.dueAt)
    this.show(parked, state)
  }

  row(parked: ParkedRequest, { wait, queue }: WithDealersState): DealingRow {
    return dealingRow(this.#core, this.#clock, parked, { wait, queue })
  }
}
