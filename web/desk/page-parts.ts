import type { FunctionComponent } from 'preact'
import { lazy } from '../look/lazy.js'
import type { PageName } from '../staff/rights.js'

/** The component of each page, loaded when the page is first opened. */
export const PAGE_PARTS: Readonly<Record<PageName, FunctionComponent>> = {
  overview: lazy(() => import('./overview/overview.js').then(({ Overview }) => Overview)),
  accounts: lazy(() => import('./accounts/accounts.js').then(({ Accounts }) => Accounts)),
  positions: lazy(() => import('./trades/trades.js').then(({ Positions }) => Positions)),
  orders: lazy(() => import('./trades/trades.js').then(({ Orders }) => Orders)),
  deals: lazy(() => import('./trades/trades.js').then(({ Deals }) => Deals)),
  money: lazy(() => import('./money/money.js').then(({ Money }) => Money)),
  actions: lazy(() => import('./acts/acts.js').then(({ Acts }) => Acts)),
  dealing: lazy(() => import('./dealing/dealing.js').then(({ Dealing }) => Dealing)),
  held: lazy(() => import('./corrections/held-fills.js').then(({ HeldFills }) => HeldFills)),
  exposure: lazy(() => import('./exposure/exposure.js').then(({ Exposure }) => Exposure)),
  online: lazy(() => import('./online/online.js').then(({ Online }) => Online)),
  applications: lazy(() =>
    import('./applications/applications.js').then(({ Applications }) => Applications),
  ),
  mail: lazy(() => import('./mail/mail.js').then(({ MailPages }) => MailPages)),
  reports: lazy(() => import('./reports/reports.js').then(({ Reports }) => Reports)),
  journal: lazy(() => import('./journal/journal.js').then(({ Journal }) => Journal)),
  settings: lazy(() => import('./settings/settings.js').then(({ Settings }) => Settings)),
  staff: lazy(() => import('./staff/staff.js').then(({ Staff }) => Staff)),
  integrations: lazy(() =>
    import('./integrations/integrations.js').then(({ Integrations }) => Integrations),
  ),
  servers: lazy(() => import('./servers/servers.js').then(({ Servers }) => Servers)),
  licence: lazy(() => import('./licence/licence.js').then(({ Licence }) => Licence)),
  transfer: lazy(() => import('./transfer/transfer.js').then(({ Transfer }) => Transfer)),
}
