import {
  AnyText,
  Default,
  Flag,
  IdText,
  Int,
  Limit,
  Nullable,
  NumberText,
  Optional,
  Query,
  Rows,
  type Static,
  Text,
  Time,
  TimeOrDay,
  View,
} from '../../types/scalars.js'

/** News from providers (docs/decisions/news.md). */
const NEWS_LIMIT_DEFAULT = 100

const filters = {
  from: Optional(TimeOrDay),
  to: Optional(TimeOrDay),
  /** A part of the headline, ignoring case. */
  text: Optional(Text(128, 1)),
  /** The id of the last row of the previous page. */
  before: Optional(NumberText(1)),
  limit: Default(Limit(), NEWS_LIMIT_DEFAULT),
}

export const NewsQuery = Query({ ...filters, feed_id: Optional(IdText) })
export type NewsQuery = Static<typeof NewsQuery>
export const TraderNewsQuery = Query(filters)

const HEADLINE = { id: Int(1), at: Time, headline: AnyText }
const STAFF = { ...HEADLINE, feed_id: Int(1), received_at: Time }

/** `has_more` means that there are older matching items. */
export const NewsPageView = View({ items: Rows(View(STAFF)), has_more: Flag })
export const NewsView = View({ ...STAFF, text: AnyText, truncated: Flag })
export const TraderNewsPageView = View({ items: Rows(View(HEADLINE)), has_more: Flag })
/** `text` is null if the group gets only headlines. */
export const TraderNewsView = View({ ...HEADLINE, text: Nullable(AnyText), truncated: Flag })
