import type { AccountRecord, OrderEvent, PositionEvent } from '../../engine/account/event.js'
import { clientNameOf, staffNameOf } from '../../wire/record/request-key.js'
import type { ChangeField, StoredChange } from '../../wire/stored/stored-change.js'

type Asker = Pick<StoredChange, 'by' | 'actor' | 'clientOrderId' | 'requestId'>

const STOPS: ReadonlySet<ChangeField> = new Set(['stop_loss', 'take_profit', 'trailing_pts'])

/**
 * The author of a change of a field, by the record's origin, its request key, the note of staff,
 * or, in older logs, the row itself. If a dealer confirmed a client's request, the client made the
 * change.
 */
export function askerOf(
  record: AccountRecord,
  row: Omit<PositionEvent, 'type'> | OrderEvent,
  field: ChangeField,
  isNew: boolean,
): Asker {
  const { origin, note, requestKey } = record
  const actor = note?.actor ?? 0
  const clientName = clientNameOf(requestKey)
  const byStaff = staffNameOf(requestKey)
  const clientOrderId = clientName ?? byStaff?.clientOrderId ?? ''
  const noted = { actor, clientOrderId, requestId: note?.requestId ?? '' }
  if (origin !== undefined) {
    const by = origin.clearsStops && STOPS.has(field) ? 'rule' : origin.by
    if (origin.by === 'dealer') return { ...noted, by }
    return { by, actor, clientOrderId, requestId: origin.requestId }
  }
  if (clientName !== undefined) return { by: 'client', actor, clientOrderId, requestId: '' }
  if (actor !== 0) return { ...noted, by: 'dealer' }
  if (byStaff !== undefined) return { ...noted, by: 'dealer', actor: byStaff.login }
  return { ...noted, ...unnamed(record, row, field, isNew) }
}

/** An action of the server itself, or an old request without a client id. */
function unnamed(
  { events }: AccountRecord,
  row: Omit<PositionEvent, 'type'> | OrderEvent,
  field: ChangeField,
  isNew: boolean,
): Pick<Asker, 'by' | 'actor' | 'clientOrderId'> {
  const order = 'kind' in row ? row : events.find((event) => event.type === 'order')
  const clientOrderId = isNew ? (order?.clientOrderId ?? '') : ''
  const asked = isNew ? row : order
  if (asked !== undefined && asked.dealer !== 0) {
    return { by: 'dealer', actor: asked.dealer, clientOrderId }
  }
  const isServers = field === 'volume_current' && !isNew
  const isClients = asked === undefined || asked.reason === 'client' || asked.reason === 'api'
  return { by: isClients && !isServers ? 'client' : 'server', actor: 0, clientOrderId }
}
