import type { AccountEvent, JournalNote } from '../../../engine/account/event.js'
import type { FillBooking } from '../../../engine/account/rules/at-provider/fill-booking.js'
import { hasOpenFills } from '../../../engine/account/rules/at-provider/held-fills.js'
import { isRefusal } from '../../../engine/code.js'
import type { AccountBooks } from '../books.js'
import type { ParkedRequest } from '../parked/parked-requests.js'
import type { GatewayOrders } from './gateway-orders.js'

/** Writes what a fill makes of an order that is at its provider: as its outcome, where it is filled whole by that. */
export class ProviderBooking {
  readonly #core: AccountBooks
  readonly #gateways: GatewayOrders

  constructor(core: AccountBooks, gateways: GatewayOrders) {
    this.#core = core
    this.#gateways = gateways
  }

  /** False where it cannot be written now. */
  write(
    parked: ParkedRequest,
    { events }: Pick<FillBooking, 'events'>,
    note: JournalNote | undefined,
  ): boolean {
    const core = this.#core
    const { account, requestKey, digest } = parked
    const [row] = events
    const isLast = row?.type === 'order' && row.doneAt !== 0
    const code = isPending(parked, row) ? 'trade.pending' : 'trade.placed'
    const kept = { requestKey, digest, code, message: '' } as const
    return isLast
      ? this.#gateways.conclude(parked, events, { note })
      : !isRefusal(core.ledger.write(account, kept, events, note))
  }
}

/** What does not rest, and of which staff look at a fill: who asked for it is told so, and waits no more. */
export function isPending(
  { state, account, id }: ParkedRequest,
  row: AccountEvent | undefined = account.orders.get(id),
): boolean {
  return state.is === 'at_provider' && row?.type === 'order' && hasOpenFills(row)
}
