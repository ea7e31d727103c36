import type { AccountEvent, JournalNote } from '../../../engine/account/event.js'
import type { FillBooking } from '../../../engine/account/rules/at-provider/fill-booking.js'
import { hasOpenFills } from '../../../engine/account/rules/at-provider/held-fills.js'
import { isRefusal } from '../../../engine/code.js'
import type { AccountBooks } from '../books.js'
import type { GatewayOrders } from './gateway-orders.js'
import type { ParkedRequest } from './parked-requests.js'

/**
 * Writes the booking of a fill of an order at its provider. If the fill completes the order, this
 * record is the order's outcome.
 */
export class ProviderBooking {
  readonly #core: AccountBooks
  readonly #gateways: GatewayOrders

  constructor(core: AccountBooks, gateways: GatewayOrders) {
    this.#core = core
    this.#gateways = gateways
  }

  /** Writes the booking. False if that is impossible now. */
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

/**
 * True if staff hold a fill of an order that is not a pending order: its requester is answered now
 * and waits no longer.
 */
export function isPending(
  { state, account, id }: ParkedRequest,
  row: AccountEvent | undefined = account.orders.get(id),
): boolean {
  return state.is === 'at_provider' && row?.type === 'order' && hasOpenFills(row)
}
