import { timeText } from '../../../wire/format/time-text.js'
import { EventFrame } from '../../../wire/frame/plain-frame.js'
import type { DeskEvent } from '../../../wire/thread/messages.js'
import type { KeptNews } from '../../../wire/thread/provider-records.js'
import { type StaffFamily, served } from './staff-op.js'
import { subscriptionOps } from './subscription-ops.js'
import { Watchers } from './watchers.js'

/**
 * `watch_news` and `unwatch_news`: a `news` event with the headlines of new items, several if they
 * arrived together. News are not repeated; after a disconnect read `GET /admin/v1/news`.
 */
const RIGHT = 'accounts.view'

class NewsWatchers extends Watchers {
  onDeskEvent(event: DeskEvent): void {
    if (event.type !== 'news') return
    const frame = new EventFrame('news', { items: event.items.map(headline) })
    this.tell(({ rights }) => (rights.has(RIGHT) ? frame : undefined))
  }
}

export const NEWS_OPS = subscriptionOps('news', {
  begins: 'Subscribes to headlines of news.',
  ends: 'Ends the subscription to news.',
  rights: [RIGHT],
})

export const newsOps: StaffFamily = (sockets) => served(NEWS_OPS, new NewsWatchers(sockets))

function headline({ id, at, headline, feed, receivedAt }: KeptNews) {
  return { id, at: timeText(at), headline, feed_id: feed, received_at: timeText(receivedAt) }
}
