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
    name: 'accounts',
    letter: 'A',
    Part: lazy(() => import('./accounts/accounts.js').then(({ Accounts }) => Accounts)),
  },
  {
    name: 'settings',
    letter: 'S',
    Part: lazy(() => import('./settings/settings.js').then(({ Settings }) => Settings)),
  },
]
