import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { groupPath } from '../../../engine/names/group-path.js'
import type { Session } from '../../exchange/session.js'
import { reachableGroup, refuseDisabling, refuseGroupPath } from '../../reach/group-reach.js'
import type { FrontServices } from '../route.js'

/** Checks of groups in a file that only the front can make. */
export async function refuseGroupItem(
  { services, session }: { readonly services: FrontServices; readonly session: Session },
  { path, enabled }: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  if (typeof path !== 'string') return undefined
  const known = groupOf(services.settings.book, groupPath(path))
  if (known === undefined) return refuseGroupPath(session, groupPath(path))
  const group = reachableGroup(services, session, path)
  if (isRefusal(group)) return group
  const isEnabled = enabled !== false && enabled !== 'false' && enabled !== '0'
  return refuseDisabling(services, session, group.record, isEnabled)
}
