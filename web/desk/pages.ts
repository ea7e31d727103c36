import type { FunctionComponent } from 'preact'
import { lazy } from '../look/lazy.js'
import type { PageName } from '../staff/rights.js'

/** A page of the desk: the letter that goes there behind G, and its part, loaded when it is first shown. */
export interface DeskPage {
  readonly name: PageName
  readonly letter: string
  readonly Part: FunctionComponent
}

/** The pages in the order of the menu. */
export const PAGES: readonly DeskPage[] = [
  {
    name: 'overview',
    letter: 'O',
    Part: lazy(() => import('./overview/overview.js').then(({ Overview }) => Overview)),
  },
  {
    name: 'accounts',
    letter: 'A',
    Part: lazy(() => import('./accounts/accounts.js').then(({ Accounts }) => Accounts)),
  },
  {
    name: 'positions',
    letter: 'P',
    Part: lazy(() => import('./trades/trades.js').then(({ Positions }) => Positions)),
  },
  {
    name: 'orders',
    letter: 'T',
    Part: lazy(() => import('./trades/trades.js').then(({ Orders }) => Orders)),
  },
  {
    name: 'deals',
    letter: 'L',
    Part: lazy(() => import('./trades/trades.js').then(({ Deals }) => Deals)),
  },
  {
    name: 'money',
    letter: 'Y',
    Part: lazy(() => import('./money/money.js').then(({ Money }) => Money)),
  },
  {
    name: 'acts',
    letter: 'K',
    Part: lazy(() => import('./acts/acts.js').then(({ Acts }) => Acts)),
  },
  {
    name: 'dealing',
    letter: 'D',
    Part: lazy(() => import('./dealing/dealing.js').then(({ Dealing }) => Dealing)),
  },
  {
    name: 'held',
    letter: 'H',
    Part: lazy(() => import('./corrections/held.js').then(({ Held }) => Held)),
  },
  {
    name: 'exposure',
    letter: 'E',
    Part: lazy(() => import('./exposure/exposure.js').then(({ Exposure }) => Exposure)),
  },
  {
    name: 'online',
    letter: 'U',
    Part: lazy(() => import('./online/online.js').then(({ Online }) => Online)),
  },
  {
    name: 'applications',
    letter: 'N',
    Part: lazy(() =>
      import('./applications/applications.js').then(({ Applications }) => Applications),
    ),
  },
  {
    name: 'mail',
    letter: 'M',
    Part: lazy(() => import('./mail/mail.js').then(({ MailPages }) => MailPages)),
  },
  {
    name: 'reports',
    letter: 'R',
    Part: lazy(() => import('./reports/reports.js').then(({ Reports }) => Reports)),
  },
  {
    name: 'journal',
    letter: 'J',
    Part: lazy(() => import('./journal/journal.js').then(({ Journal }) => Journal)),
  },
  {
    name: 'settings',
    letter: 'S',
    Part: lazy(() => import('./settings/settings.js').then(({ Settings }) => Settings)),
  },
  {
    name: 'staff',
    letter: 'F',
    Part: lazy(() => import('./staff/staff.js').then(({ Staff }) => Staff)),
  },
  {
    name: 'servers',
    letter: 'V',
    Part: lazy(() => import('./servers/servers.js').then(({ Servers }) => Servers)),
  },
  {
    name: 'licence',
    letter: 'C',
    Part: lazy(() => import('./licence/licence.js').then(({ Licence }) => Licence)),
  },
  {
    name: 'transfer',
    letter: 'X',
    Part: lazy(() => import('./transfer/transfer.js').then(({ Transfer }) => Transfer)),
  },
]
