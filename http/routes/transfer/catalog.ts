import { contentOf } from '../../../engine/config/content.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import { TRANSFER_KINDS, type TransferKind } from '../../../engine/config/transfer/kinds.js'
import { CatalogView } from '../../../wire/schema/settings/transfer.js'
import { type Route, route } from '../../pipeline/route.js'
import type { Viewer } from '../settings/config-family.js'
import { reachedRecords } from '../settings/config-routes.js'
import { keyFieldOf, mayRead, mayWrite, TRANSFER_RIGHTS } from './transfer-kinds.js'

export const catalogRoute: Route = route({
  method: 'GET',
  path: '/admin/v1/config/transfer/catalog',
  audience: 'staff',
  anyOf: TRANSFER_RIGHTS,
  summary: 'List what can be moved to another server',
  description:
    'All records of the kinds that you may read, by their keys; groups of your scope. enabled is null where a kind has ' +
    'no such field. Kinds are in the order in which an import takes them.',
  data: CatalogView,
  handle: (context) => ({ kinds: TRANSFER_KINDS.map((kind) => entryOf(kind, context)) }),
})

function entryOf<K extends TransferKind>(kind: K, to: Viewer) {
  const { session } = to
  const can_read = mayRead(session, kind)
  const { keyOf } = shapeOf(kind)
  const items = (can_read ? reachedRecords(to, kind) : []).map((record) => ({
    key: keyOf(contentOf<K>(record)),
    enabled: 'enabled' in record ? record.enabled : null,
  }))
  return {
    kind,
    key_field: keyFieldOf(kind),
    count: items.length,
    can_read,
    can_write: mayWrite(session, kind),
    items,
  }
}
