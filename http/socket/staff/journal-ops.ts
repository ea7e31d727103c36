import { EventFrame } from '../../../wire/plain-frame.js'
import { reachesLine } from '../../journal-reach.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_journal` and `unwatch_journal`: a `journal` event for every new line that the session may
 * read, as `GET /admin/v1/journal` shows it.
 */
export const journalOps: StaffFamily = (sockets) => {
  const watchers = new Watchers(sockets)
  return {
    ops: {
      watch_journal: {
        rights: ['journal'],
        run({ connection }) {
          watchers.add(connection)
          return DONE
        },
      },
      unwatch_journal: {
        rights: [],
        run({ connection }) {
          watchers.delete(connection)
          return DONE
        },
      },
    },
    onDeskEvent(event) {
      if (event.type !== 'journal') return
      const { line, group } = event
      const frame = new EventFrame('journal', { ...line, at: new Date(line.at).toISOString() })
      watchers.tell(frame, (session) => reachesLine(session, line.login, group))
    },
    leave: (connection) => watchers.delete(connection),
  }
}
