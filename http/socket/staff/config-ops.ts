import type { Book } from '../../../engine/book.js'
import type { ConfigChange } from '../../../engine/config/records.js'
import { configChanged } from '../../../wire/plain-frame.js'
import { CONFIG_READERS } from '../../config-readers.js'
import { reachesGroup } from '../../journal-reach.js'
import type { LiveSession } from '../../live-session.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_config` and `unwatch_config`: `config_changed` for every record that changes or goes, to those
 * who may read it. Every staff session may watch; what it hears goes by its rights at that moment, and
 * of groups by its scope.
 */
export function configOps(book: () => Book): StaffFamily {
  return (sockets) => {
    const watchers = new Watchers(sockets)
    // A group that is gone is in no book any more, and its path decides who hears of it.
    let pathsBefore: ReadonlyMap<number, string> = new Map()
    const tell = (change: ConfigChange): void => {
      const { kind, changed, removed } = change
      const paths = kind === 'groups' ? new Map(pathsBefore) : undefined
      if (kind === 'groups') {
        for (const { id, path } of change.changed) paths?.set(id, path)
        pathsBefore = pathsOf(book())
      }
      const tellOne = (id: number, version: number): void => {
        const path = paths === undefined ? undefined : (paths.get(id) ?? null)
        watchers.tell(
          configChanged(kind, id, version),
          (session) =>
            mayRead(session, kind) && (path === undefined || reachesGroup(session)(path)),
        )
      }
      for (const { id, version } of changed) tellOne(id, version)
      for (const id of removed) tellOne(id, 0)
    }
    return {
      ops: {
        watch_config: {
          rights: [],
          run({ connection }) {
            if (pathsBefore.size === 0) pathsBefore = pathsOf(book())
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

function pathsOf({ records }: Book): ReadonlyMap<number, string> {
  return new Map(records.groups.map(({ id, path }) => [id, path]))
}
