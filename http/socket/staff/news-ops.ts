import { EventFrame } from '../../../wire/frame/plain-frame.js'
import { timeText } from '../../../wire/frame/time-text.js'
import type { KeptNews } from '../../../wire/thread/provider-records.js'
import { DONE, type StaffFamily } from './staff-op.js'
import { Watchers } from './watchers.js'

/**
 * `watch_news` and `unwatch_news`: a `news` event with the headlines of new items, several if they
 * arrived together. News are not repeated; after a disconnect read `GET /admin/v1/news`.
 */
const RIGHT = 'accounts.view'

export const newsOps: StaffFamily = (sockets) => {
  const watchers = new Watchers(sockets)
  return {
    ops: {
      watch_news({ connection }) {
        watchers.add(connection)
        return DONE
      },
      unwatch_news({ connection }) {
        watchers.delete(connection)
        return DONE
      },
    },
    onDeskEvent(event) {
      if (event.type !== 'news') return
      const frame = new EventFrame('news', { items: event.items.map(headline) })
      watchers.tell(({ rights }) => (rights.has(RIGHT) ? frame : undefined))
    },
    leave: (connection) => watchers.delete(connection),
  }
}

function headline({ id, at, headline, feed, receivedAt }: KeptNews) {
  return { id, at: timeText(at), headline, feed_id: feed, received_at: timeText(receivedAt) }
}
