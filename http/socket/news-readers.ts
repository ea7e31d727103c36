import { groupOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import { EventFrame } from '../../wire/frame/plain-frame.js'
import { timeText } from '../../wire/frame/time-text.js'
import type { KeptNews } from '../../wire/thread/provider-records.js'
import type { TraderConnection } from './trader-connection.js'

/**
 * The traders' sockets that hear of news: a `news` event with the headlines of those that have just been kept, several
 * where they came together.
 *
 *   N1. A socket hears of them as long as it asks for it and the group of its account, as it is then, has news.
 *   N2. A frame is made once for a codec. What a reader does not take counts to its backlog.
 *   N3. Nothing is told again: neither `snapshot` nor `resume` has news.
 */
export class NewsReaders {
  readonly #all = new Set<TraderConnection>()
  readonly #bound: (connection: TraderConnection) => void

  /** `bound` looks at a reader's backlog. */
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
