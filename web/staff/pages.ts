import { may, PAGE_NEEDS, type PageName } from './rights.js'

/** A page of the desk: its name in addresses, and the key that opens it after `G`. */
export interface DeskPage {
  readonly name: PageName
  readonly letter: string
}

/**
 * The pages in the order of the menu. Only the shell loads their code (`web/desk/page-parts.ts`);
 * other code links to a page by its name.
 */
export const PAGES: readonly DeskPage[] = [
  { name: 'overview', letter: 'O' },
  { name: 'accounts', letter: 'A' },
  { name: 'positions', letter: 'P' },
  { name: 'orders', letter: 'T' },
  { name: 'deals', letter: 'L' },
  { name: 'money', letter: 'Y' },
  { name: 'actions', letter: 'K' },
  { name: 'dealing', letter: 'D' },
  { name: 'held', letter: 'H' },
  { name: 'exposure', letter: 'E' },
  { name: 'online', letter: 'U' },
  { name: 'applications', letter: 'N' },
  { name: 'mail', letter: 'M' },
  { name: 'reports', letter: 'R' },
  { name: 'journal', letter: 'J' },
  { name: 'settings', letter: 'S' },
  { name: 'staff', letter: 'F' },
  { name: 'integrations', letter: 'I' },
  { name: 'servers', letter: 'V' },
  { name: 'licence', letter: 'C' },
  { name: 'transfer', letter: 'X' },
]

/** Whether the reader's rights show the page. */
export const isShown = (page: PageName): boolean => may(PAGE_NEEDS[page])
