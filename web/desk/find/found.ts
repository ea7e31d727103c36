import { call } from '../../link/rest.js'
import { addressOf } from '../../staff/place.js'
import { may, PAGE_NEEDS } from '../../staff/rights.js'
import { shellWords } from '../../text/desk/shell-words.js'
import { PAGES } from '../pages.js'

/** Something that was found, and where it is shown. */
export interface Found {
  readonly kind: keyof (typeof shellWords.value)['findKinds']
  readonly name: string
  /** What else is said of it. */
  readonly more: string
  readonly address: string
}

/** Pages whose name has the text, by those that the menu has. */
export function foundPages(typed: string): Found[] {
  const { pages } = shellWords.value
  const wanted = typed.toLowerCase()
  return PAGES.filter(({ name }) => may(PAGE_NEEDS[name]))
    .filter(({ name }) => pages[name].toLowerCase().includes(wanted))
    .map(({ name, letter }) => ({
      kind: 'pages',
      name: pages[name],
      more: `G ${letter}`,
      address: addressOf([name]),
    }))
}

/** What the server found, the likeliest kind first; null where it did not answer. */
export async function readFound(
  typed: string,
): Promise<{ readonly found: readonly Found[]; readonly isWhole: boolean } | null> {
  const answer = await call('GET /admin/v1/accounts/window', {
    query: { search: typed, limit: 10 },
  })
  if (!answer.ok) return null
  const found = answer.data.items.map(({ login, group, name, last_name }) => ({
    kind: 'accounts' as const,
    name: [login, name, last_name].filter(Boolean).join(' '),
    more: group ?? '',
    address: addressOf(['accounts', login]),
  }))
  return { found, isWhole: true }
}
