import { groupOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { timeText } from '../../wire/format/time-text.js'
import { EventFrame } from '../../wire/frame/plain-frame.js'
import type { KeptNews } from '../../wire/thread/provider-records.js'
import type { TraderConnection } from './trader-connection.js'

/**
 * Traders' sockets that subscribed to news. A `news` event contains the headlines of new items,
 * several if they arrived together.
 *
 * - A socket gets news while it is subscribed and news are enabled in its account's group.
 * - A frame is encoded once per codec. Unread news count towards the backlog limit.
 * - News are not repeated: neither `snapshot` nor `resume` contains them.
 */
export class NewsReaders {
  readonly #all = new Set<TraderConnection>()
  readonly #bound: (connection: TraderConnection) => void

  /** `bound` checks the backlog of a socket. */
  constructor(bound: (connection: TraderConnection) => void) {
    this.#bound = bound
  }

  set(connection: TraderConnection, hears: boolean): void {
    if (hears) this.#all.add(connection)
    else this.#all.delete(connection)
  }

  tell(news: readonly KeptNews[], book: Book): void {
    const items = news.map(({ id, at, headline }) => ({ id, at: timeText(at), headline }))
    const frame = new EventFrame('news', { items })
    for (const connection of this.#all) {
      const { group, codec } = connection
      const mode = group === null ? undefined : groupOf(book, group.path)?.record.news_mode
      if (mode === undefined || mode === 'disabled') continue
      connection.send(frame.as(codec))
      this.#bound(connection)
    }
  }
}
