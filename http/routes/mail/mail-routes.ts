import type { FrontRoute } from '../route.js'
import { mailDraftRoutes, removeDraftsRoute } from './drafts.js'
import { mailPreviewRoute } from './preview.js'
import { mailboxesRoute, mailDeliveryRoute, mailReadingRoutes } from './reading.js'
import { staffSendRoute, traderSendRoute } from './sending.js'

/** Routes for messages between a broker and its traders (docs/decisions/mail.md). */
export const mailRoutes: readonly FrontRoute[] = [
  staffSendRoute,
  mailPreviewRoute,
  ...mailReadingRoutes('staff'),
  mailDeliveryRoute,
  ...mailDraftRoutes('staff'),
  removeDraftsRoute,
  traderSendRoute,
  ...mailReadingRoutes('trader'),
  ...mailDraftRoutes('trader'),
  mailboxesRoute,
]
