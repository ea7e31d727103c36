import type { Book } from '../../../engine/book/compiled.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { hiddenFields } from '../../../wire/schema/accounts/account-fields.js'
import { type JournalLine, shownLine } from '../../../wire/stored/journal-line.js'
import { reachesLine } from '../../reach/journal-reach.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_journal` and `unwatch_journal`: a `journal` event for every new line that the session may
 * read, in the form of `GET /admin/v1/journal`.
 */
export function journalOps(book: () => Book): StaffFamily {
  return (sockets) => {
    const watchers = new Watchers(sockets)
    return {
      ops: {
        watch_journal({ connection }) {
          watchers.add(connection)
          return DONE
        },
        unwatch_journal({ connection }) {
          watchers.delete(connection)
          return DONE
        },
      },
      onDeskEvent(event) {
        if (event.type !== 'journal') return
        const { line, group } = event
        const frames = new Map<string, EventFrame>()
        watchers.tell((session) => {
          if (!reachesLine(session, line, group, book())) return undefined
          const hidden = hiddenFields(session.rights)
          const known = frames.get(hidden.join())
          const frame = known ?? frameOf(line, hidden)
          frames.set(hidden.join(), frame)
          return frame
        })
      },
      leave: (connection) => watchers.delete(connection),
    }
  }
}

function frameOf(line: JournalLine, hidden: readonly string[]): EventFrame {
  const shown = shownLine(line, hidden)
  return new EventFrame('journal', { ...shown, at: new Date(line.at).toISOString() })
}
