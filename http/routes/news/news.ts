import { groupOf } from '../../../engine/book/book.js'
import type { Book } from '../../../engine/book/compiled.js'
import { isRefusal } from '../../../engine/code.js'
import type { NewsMode } from '../../../engine/names/news.js'
import { because } from '../../../engine/reasons/reasons.js'
import { timeText } from '../../../wire/format/time-text.js'
import {
  NewsPageView,
  NewsQuery,
  NewsView,
  TraderNewsPageView,
  TraderNewsQuery,
  TraderNewsView,
} from '../../../wire/schema/records/news.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import type { KeptNews } from '../../../wire/thread/provider-records.js'
import type { Session } from '../../exchange/session.js'
import { readTimeRange } from '../../pipeline/time-range.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

const PAGES =
  'Lists items in the order of their arrival, newest first. `before` is the id of the last row ' +
  'of the previous page. `from` and `to` are UTC times or days in server time, both inclusive, ' +
  'and mean the time that the provider gives. `text` is a part of the headline in any case.'
const NONE = because('forbidden.no_news')

export const adminNewsRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/news',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'List the news of providers',
    description: PAGES,
    query: NewsQuery,
    data: NewsPageView,
    errors: ['unavailable'],
    async handle({ query, session, services }) {
      const { feed_id: feed } = query
      const found = await page(query, feed === undefined ? {} : { feed }, session, services)
      if (isRefusal(found)) return found
      return { items: found.rows.map(staffView), has_more: found.hasMore }
    },
  }),
  route({
    method: 'GET',
    path: '/admin/v1/news/{id}',
    audience: 'staff',
    rights: ['accounts.view'],
    summary: 'Read a news item',
    description:
      'Plain text, whatever format the provider sent; `truncated` if it was longer than 64 KiB.',
    params: RecordParams,
    data: NewsView,
    errors: ['not_found', 'unavailable'],
    example: { params: { id: '1' } },
    async handle({ params, session, services }) {
      const found = await services.queries.of(session).run('news.get', { id: params.id })
      if (!found.ok) return found
      const { text, isCut } = found.value
      return { ...staffView(found.value), text, truncated: isCut }
    },
  }),
]

export const traderNewsRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/trader/v1/news',
    audience: 'trader',
    accountHeader: true,
    summary: 'List the news',
    description: `${PAGES} \`forbidden\`: your group gets no news.`,
    query: TraderNewsQuery,
    data: TraderNewsPageView,
    errors: ['forbidden', 'unavailable'],
    async handle({ query, session, services }) {
      if (newsModeOf(services.settings.book, session.group) === 'disabled') return NONE
      const found = await page(query, {}, session, services)
      if (isRefusal(found)) return found
      return { items: found.rows.map(traderView), has_more: found.hasMore }
    },
  }),
  route({
    method: 'GET',
    path: '/trader/v1/news/{id}',
    audience: 'trader',
    accountHeader: true,
    summary: 'Read a news item',
    description:
      'Plain text; `truncated` if it was longer than 64 KiB. The text is null if your group has only ' +
      'headlines.',
    params: RecordParams,
    data: TraderNewsView,
    errors: ['forbidden', 'not_found', 'unavailable'],
    example: { params: { id: '1' } },
    async handle({ params, session, services }) {
      const mode = newsModeOf(services.settings.book, session.group)
      if (mode === 'disabled') return NONE
      const found = await services.queries.of(session).run('news.get', { id: params.id })
      if (!found.ok) return found
      const { text, isCut } = found.value
      return {
        ...traderView(found.value),
        text: mode === 'full' ? text : null,
        truncated: isCut,
      }
    },
  }),
]

/** How the group sees news. A deleted group has none. */
function newsModeOf(book: Book, group: string): NewsMode {
  return groupOf(book, group)?.record.news_mode ?? 'disabled'
}

async function page(
  query: Omit<NewsQuery, 'feed_id'>,
  more: { readonly feed?: number },
  session: Session,
  services: FrontServices,
) {
  const range = readTimeRange(query, services.serverClock())
  if (isRefusal(range)) return range
  const { limit, text, before } = query
  const found = await services.queries.of(session).run('news.page', {
    limit,
    filter: {
      ...range,
      ...more,
      ...(text === undefined ? {} : { text }),
      ...(before === undefined ? {} : { before }),
    },
  })
  return found.ok ? found.value : found
}

function traderView({ id, at, headline }: KeptNews) {
  return { id, at: timeText(at), headline }
}

function staffView(news: KeptNews) {
  return { ...traderView(news), feed_id: news.feed, received_at: timeText(news.receivedAt) }
}
