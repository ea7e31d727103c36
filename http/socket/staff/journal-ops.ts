import type { Book } from '../../../engine/book/compiled.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { type JournalLine, shownLine } from '../../../wire/stored/journal-line.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import { reachesLine } from '../../reach/journal-reach.js'
import type { LiveSockets } from '../live-sockets.js'
import type { StaffConnection } from './staff-connection.js'
import { type StaffFamily, served } from './staff-op.js'
import { subscriptionOps } from './subscription-ops.js'
import { Watchers } from './watchers.js'

/**
 * `watch_journal` and `unwatch_journal`: a `journal` event for every new line that the session may
 * read, in the form of `GET /admin/v1/journal`.
 */
class JournalWatchers extends Watchers {
  readonly #book: () => Book

  constructor(sockets: LiveSockets<StaffConnection>, book: () => Book) {
    super(sockets)
    this.#book = book
  }

  onDeskEvent(event: DeskEvent): void {
    if (event.type !== 'journal') return
    const { line, group } = event
    const frames = new Map<string, EventFrame>()
    this.tell((session) => {
      if (!reachesLine(session, line, group, this.#book())) return undefined
      const hidden = hiddenFields(session.rights)
      const known = frames.get(hidden.join())
      const frame = known ?? frameOf(line, hidden)
      frames.set(hidden.join(), frame)
      return frame
    })
  }
}

export const JOURNAL_OPS = subscriptionOps('journal', {
  begins: 'Subscribes to new lines of the journal.',
  ends: 'Ends the subscription to the journal.',
  rights: ['journal'],
})

export function journalOps(book: () => Book): StaffFamily {
  return (sockets) => served(JOURNAL_OPS, new JournalWatchers(sockets, book))
}

function frameOf(line: JournalLine, hidden: readonly string[]): EventFrame {
  const shown = shownLine(line, hidden)
  return new EventFrame('journal', { ...shown, at: new Date(line.at).toISOString() })
}
