import { isRefusal } from '../../../engine/code.js'
import { contentOf } from '../../../engine/config/content.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import {
  STAFF_KIND,
  TRANSFER_KINDS,
  type TransferKind,
} from '../../../engine/config/transfer/kinds.js'
import { CatalogView } from '../../../wire/schema/settings/transfer.js'
import type { KnownActor } from '../../pipeline/actor.js'
import { type FrontRoute, route } from '../route.js'
import type { Viewer } from '../settings/config-family.js'
import { reachedRecords } from '../settings/config-routes.js'
import { staffInReach } from './staff-items.js'
import { keyFieldOf, mayRead, mayWrite, TRANSFER_RIGHTS } from './transfer-kinds.js'

export const catalogRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/config/transfer/catalog',
  audience: 'staff',
  anyOf: TRANSFER_RIGHTS,
  summary: 'List the settings that can be exported',
  description:
    'Lists the keys of all records of the kinds that you may read; groups, sign-up offers and ' +
    'staff only in your scope. Kinds are in the order of an import. `enabled` is null if a kind ' +
    'has no such field.',
  data: CatalogView,
  errors: ['unavailable'],
  async handle(context) {
    const staff = await staffEntry(context)
    if (isRefusal(staff)) return staff
    return { kinds: [...TRANSFER_KINDS.map((kind) => entryOf(kind, context)), staff] }
  },
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

async function staffEntry(context: Viewer & { readonly actor: KnownActor }) {
  const { session } = context
  const can_read = mayRead(session, STAFF_KIND)
  const staff = can_read ? await staffInReach(context) : []
  if (isRefusal(staff)) return staff
  const items = staff.map(({ fields: { login, active = true } }) => {
    return { key: String(login), enabled: active }
  })
  const can_write = mayWrite(session, STAFF_KIND)
  const key_field = keyFieldOf(STAFF_KIND)
  const kind: typeof STAFF_KIND = STAFF_KIND
  return { kind, key_field, count: items.length, can_read, can_write, items }
}
