import type { Supervisor } from '../../actors/server/supervisor.js'
import type { Clock } from '../../actors/thread/clock.js'
import { Confirmations } from '../pipeline/confirmations.js'
import { BulkRequests } from './bulk-requests.js'
import { PaymentIds } from './payment-ids.js'

/** The services for requests with many items. `onFailure` is called for items that threw an error. */
export function bulkServices(
  clock: Clock,
  supervisor: Pick<Supervisor, 'ask'>,
  onFailure: (error: unknown, name: string) => void,
) {
  return {
    bulk: new BulkRequests({ clock, onFailure }),
    paymentIds: new PaymentIds(supervisor),
    confirmations: new Confirmations(clock),
  }
}
