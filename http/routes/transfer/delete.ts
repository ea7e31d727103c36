import type { ConfigItem } from '../../../actors/desk/settings/config-batch.js'
import type { ItemResult } from '../../../actors/desk/settings/item-result.js'
import { isRefusal } from '../../../engine/code.js'
import { TransferDeleteBody, TransferDeleteView } from '../../../wire/schema/settings/transfer.js'
import { type FrontRoute, route } from '../route.js'
import { CONFIG_BATCH_PLACES, changedInBatch } from '../settings/config-batch.js'
import { idsByKey, refuseWriter, TRANSFER_RIGHTS } from './transfer-kinds.js'

export const deleteRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/config/transfer/delete',
  audience: 'staff',
  anyOf: TRANSFER_RIGHTS,
  summary: 'Delete records by their keys',
  description:
    'Deletes records of one kind, by the rules of that kind: a record in use is refused with the ' +
    'reason. A dry run is the default. It makes all checks, counts earlier keys as deleted, and ' +
    'deletes nothing. Staff and kinds with a single record cannot be deleted here.',
  places: CONFIG_BATCH_PLACES,
  body: TransferDeleteBody,
  data: TransferDeleteView,
  errors: ['too_large', 'too_many_requests', 'unavailable'],
  example: { body: { kind: 'holidays', keys: ['0000-12-25 Christmas'] } },
  async handle(context) {
    const { kind, keys, dry_run: isDryRun } = context.body
    const refusal = refuseWriter(context.session, kind)
    if (refusal !== undefined) return refusal
    const ids = idsByKey(kind, context)
    const known = keys.map((key) => ids.get(key.toLowerCase()) ?? [])
    const items = known.flatMap(([id, ...others]): ConfigItem[] =>
      id === undefined || others.length > 0 ? [] : [{ do: 'remove', id }],
    )
    const done = await changedInBatch(context, { kind, items, isDryRun })
    if (isRefusal(done)) return done
    const results = done.values()
    return {
      items: keys.map((key, i) => {
        const holders = known[i] ?? []
        if (holders.length > 1)
          return { action: 'refused' as const, error: SHARED, key, warning: null }
        const result = holders.length === 0 ? undefined : results.next().value
        return rowOf(key, result, isDryRun)
      }),
    }
  },
})

const SHARED = 'conflict: Several have this key. Delete the one that you mean by its own route.'

/** If a key occurs twice, the second finds the record already deleted. */
function rowOf(key: string, result: ItemResult | undefined, isDryRun: boolean) {
  const isGone = result === undefined || result.did === 'same' || result.code === 'not_found'
  if (isGone) return { action: 'not_found' as const, error: null, key, warning: null }
  if (result.did === 'removed') {
    const action = isDryRun ? ('delete' as const) : ('deleted' as const)
    return { action, error: null, key, warning: null }
  }
  const error = `${result.code}: ${result.message}`
  return { action: 'refused' as const, error, key, warning: null }
}
