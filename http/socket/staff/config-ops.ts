import type { Book } from '../../../engine/book/compiled.js'
import type { ConfigChange } from '../../../engine/config/book-records.js'
import {
  CONFIG_KINDS,
  type ConfigKindName,
  type ConfigRecords,
} from '../../../engine/config/config-records.js'
import { groupsScope } from '../../../engine/config/kind.js'
import { kindOf } from '../../../engine/config/kinds.js'
import { configChanged } from '../../../wire/frame/plain-frame.js'
import { reachesGroup } from '../../reach/journal-reach.js'
import { CONFIG_READERS } from '../../routes/settings/config-readers.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_config` and `unwatch_config`: `config_changed` for every record that changes or goes, to those
 * who may read it. Every staff session may watch; what it hears goes by its rights at that moment, and
 * of records that are about groups by its scope.
 */
export function configOps(book: () => Book): StaffFamily {
  return (sockets) => {
    const watchers = new Watchers(sockets)
    // A record that is gone is in no book any more, and its groups decide who hears of it.
    let before: GroupsOfRecords = new Map()
    const tell = ({ kind, changed, removed }: ConfigChange): void => {
      const old = before.get(kind)
      if (old !== undefined) before = groupsOfRecords(book())
      const now = before.get(kind)
      const tellOne = (id: number, version: number): void => {
        // A record that went from one group to another is heard of on both sides.
        const about = old === undefined ? undefined : [old.get(id), now?.get(id)]
        const frame = configChanged(kind, id, version)
        watchers.tell((session) => {
          const hears = about === undefined || reachesOne(session, about)
          return hears && mayRead(session, kind) ? frame : undefined
        })
      }
      for (const { id, version } of changed) tellOne(id, version)
      for (const id of removed) tellOne(id, 0)
    }
    return {
      ops: {
        watch_config: {
          rights: [],
          run({ connection }) {
            if (before.size === 0) before = groupsOfRecords(book())
            watchers.add(connection)
            return { ok: true, data: { version: book().version } }
          },
        },
        unwatch_config: {
          rights: [],
          run({ connection }) {
            watchers.delete(connection)
            return DONE
          },
        },
      },
      onDeskEvent(event) {
        if (event.type === 'config') tell(event.change)
      },
      leave: (connection) => watchers.delete(connection),
    }
  }
}

function mayRead(session: LiveSession, kind: ConfigChange['kind']): boolean {
  return CONFIG_READERS[kind].some((right) => session.rights.has(right))
}

/** Groups of a record by its kind and id, for kinds whose records are about groups. */
type GroupsOfRecords = ReadonlyMap<ConfigKindName, ReadonlyMap<number, readonly string[]>>

function groupsOfRecords({ records }: Book): GroupsOfRecords {
  const all = new Map<ConfigKindName, ReadonlyMap<number, readonly string[]>>()
  for (const kind of CONFIG_KINDS) {
    const scope = groupsScope(kindOf(kind))
    if (scope === undefined) continue
    const rows: readonly ConfigRecords[ConfigKindName][] = records[kind]
    all.set(kind, new Map(rows.map((record) => [record.id, scope.groupsOf(record)])))
  }
  return all
}

function reachesOne(
  session: LiveSession,
  about: readonly (readonly string[] | undefined)[],
): boolean {
  const reaches = reachesGroup(session)
  const known = about.filter((paths) => paths !== undefined)
  return known.length === 0 || known.some((paths) => paths.every(reaches))
}
