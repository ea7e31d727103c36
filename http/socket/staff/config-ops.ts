import type { Book } from '../../../engine/book/compiled.js'
import type { BookRecords, ConfigChange } from '../../../engine/config/book-records.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import { groupsScope } from '../../../engine/config/kind.js'
import { kindOf, nameOf } from '../../../engine/config/kinds.js'
import { configChanged } from '../../../wire/frame/plain-frame.js'
import { reachesGroup } from '../../reach/journal-reach.js'
import { mayReadKind } from '../../routes/settings/config-readers.js'
import type { LiveSession } from '../../sessions/live-session.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_config` and `unwatch_config`: `config_changed` events for changed and deleted records.
 * Every staff session may subscribe. Its current rights decide which kinds it gets, and its scope
 * decides for records about groups.
 */
export function configOps(book: () => Book): StaffFamily {
  return (sockets) => {
    const watchers = new Watchers(sockets)
    // A deleted record is no longer in the settings, so the last version is kept: its name is sent,
    // and its groups decide who gets the event.
    let before: BookRecords | undefined
    const tell = ({ kind, changed, removed }: ConfigChange): void => {
      const old = before
      if (old === undefined) return
      before = book().records
      const scope = groupsScope(kindOf(kind))
      const was = scope === undefined && removed.length === 0 ? NONE : byId(old, kind)
      const now = scope === undefined ? NONE : byId(before, kind)
      const tellOne = (id: number, record: AnyRecord | undefined, version: number): void => {
        const about = [was.get(id), now.get(id)].flatMap((one) =>
          one === undefined || scope === undefined ? [] : [scope.groupsOf(one)],
        )
        const key = record === undefined ? null : nameOf(kind, record as AnyContent & AnyRecord)
        const frame = configChanged(kind, id, version, { key })
        watchers.tell((session) =>
          mayReadKind(session, kind) && reachesOne(session, about) ? frame : undefined,
        )
      }
      for (const record of changed) tellOne(record.id, record, record.version)
      for (const id of removed) tellOne(id, was.get(id), 0)
    }
    return {
      ops: {
        watch_config({ connection }) {
          before ??= book().records
          watchers.add(connection)
          return { ok: true, data: { version: book().version } }
        },
        unwatch_config({ connection }) {
          watchers.delete(connection)
          return DONE
        },
      },
      onDeskEvent(event) {
        if (event.type === 'config') tell(event.change)
      },
      leave: (connection) => watchers.delete(connection),
    }
  }
}

type AnyRecord = ConfigRecords[ConfigKindName]
type AnyContent = Content<ConfigKindName>
type ById = ReadonlyMap<number, AnyRecord>

const NONE: ById = new Map()

function byId(records: BookRecords, kind: ConfigKindName): ById {
  const list: readonly AnyRecord[] = records[kind]
  return new Map(list.map((record) => [record.id, record]))
}

/** A record that moved to another group is reported to readers of both groups. */
function reachesOne(session: LiveSession, about: readonly (readonly string[])[]): boolean {
  const reaches = reachesGroup(session)
  return about.length === 0 || about.some((paths) => paths.every(reaches))
}
