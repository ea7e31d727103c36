import { groupOf } from '../../../engine/book/book.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { affectedBy } from '../../../engine/config/affected-accounts.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { AffectsView } from '../../../wire/schema/settings/config.js'
import type { DeepReadonly, Static } from '../../../wire/types/scalars.js'
import { reachOf } from '../../reach/group-reach.js'
import type { Effects } from '../../readers/margin-effects.js'
import type { Viewer } from './config-family.js'

type Affects = DeepReadonly<Static<typeof AffectsView>>

const NOTHING: Affects = { accounts: 0, groups: 0, positions: 0, orders: 0 }

/**
 * Counts the accounts and trades that a change would affect, within the session's scope. `before`
 * or `after` is null if the record is created or deleted. If both are the same record, nothing is
 * affected.
 */
export async function affectsOf<K extends ConfigKindName>(
  { services, session }: Viewer,
  kind: K,
  before: ConfigRecords[K] | null,
  after: ConfigRecords[K] | null,
): Promise<{ readonly affects: Affects; readonly effects?: Effects } | Refusal> {
  const effects = await services.effects.ofSettings(session, kind, before, after)
  if (effects !== undefined && isRefusal(effects)) return effects
  const told = effects === undefined ? {} : { effects }
  if (before?.version === after?.version) return { affects: NOTHING, ...told }
  const { book } = services.settings
  const records = [before, after].filter((record) => record !== null)
  const found = affectedBy(kind, records, book.records)
  if (found === null) return { affects: NOTHING, ...told }
  const reach = reachOf(session)
  const groups = found.groups.filter(
    (path) => groupOf(book, path) !== undefined && reach.covers(path),
  )
  const counted = await services.queries.of(session).run('config.affected', { ...found, groups })
  return counted.ok ? { affects: counted.value, ...told } : counted
}
