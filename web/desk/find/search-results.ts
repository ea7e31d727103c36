import type { Data } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { isShown, PAGES } from '../../staff/pages.js'
import { addressOf } from '../../staff/place.js'
import { shellWords } from '../../text/desk/shell-words.js'

/** A search result with the address that shows it. */
export interface SearchResult {
  readonly kind: keyof (typeof shellWords.value)['findKinds']
  readonly name: string
  /** An additional text, such as the group of an account. */
  readonly more: string
  readonly address: string
}

/** Pages in the reader's menu whose title contains the text. */
export function foundPages(typed: string): SearchResult[] {
  const { pages } = shellWords.value
  const wanted = typed.toLowerCase()
  return PAGES.filter(({ name }) => isShown(name))
    .filter(({ name }) => pages[name].toLowerCase().includes(wanted))
    .map(({ name, letter }) => ({
      kind: 'pages',
      name: pages[name],
      more: `G ${letter}`,
      address: addressOf([name]),
    }))
}

type Answer = Data<'GET /admin/v1/find'>

const nameOf = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')

/** The server's results, the likeliest kind first; null if it did not answer. */
export async function search(
  typed: string,
): Promise<{ readonly found: readonly SearchResult[]; readonly isWhole: boolean } | null> {
  const answer = await call('GET /admin/v1/find', { query: { q: typed } })
  if (!answer.ok) return null
  // These texts load on demand, because the desk does not need them at start.
  const [{ settingsWords }, { foundActions }] = await Promise.all([
    import('../../text/desk/settings-words.js'),
    import('./actions.js'),
  ])
  const { kinds } = settingsWords.value
  const actions = foundActions(typed).map((one) => ({ kind: 'actions' as const, more: '', ...one }))
  const found = [...rowsOf(answer.data, typed, kinds), ...actions]
  return { found, isWhole: answer.data.is_complete }
}

function rowsOf(
  data: Answer,
  typed: string,
  kinds: Readonly<Record<string, string>>,
): SearchResult[] {
  const { ofAccount, findMore } = shellWords.value
  const trade = (kind: 'orders' | 'deals' | 'positions') =>
    (data[kind] ?? []).map(({ id, login, symbol }) => ({
      kind,
      name: `#${id}`,
      more: nameOf(symbol, ofAccount({ login })),
      address: addressOf([kind, id]),
    }))
  return [
    ...(data.accounts ?? []).map(({ login, group, name, middle_name, last_name, email }) => ({
      kind: 'accounts' as const,
      name: nameOf(String(login), name, middle_name, last_name),
      more: nameOf(group, email),
      address: addressOf(['accounts', login]),
    })),
    ...(data.has_more_accounts
      ? [
          {
            kind: 'accounts' as const,
            name: findMore,
            more: '',
            address: addressOf(['accounts'], { q: typed }),
          },
        ]
      : []),
    ...trade('orders'),
    ...trade('positions'),
    ...trade('deals'),
    ...(data.requests ?? []).map(({ login, code, symbol, client_order_id, request_id }) => ({
      kind: 'requests' as const,
      name: client_order_id ?? request_id ?? '',
      more: nameOf(code, symbol, ofAccount({ login })),
      address: addressOf(['orders'], { request: client_order_id ?? request_id ?? '', login }),
    })),
    ...(data.groups ?? []).map(({ path }) => ({
      kind: 'groups' as const,
      name: path,
      more: '',
      address: addressOf(['accounts'], { group: path }),
    })),
    ...(data.symbols ?? []).map(({ name, description }) => ({
      kind: 'symbols' as const,
      name,
      more: description,
      address: addressOf(['settings', 'symbols', name]),
    })),
    ...(data.staff ?? []).map(({ login, name }) => ({
      kind: 'staff' as const,
      name: nameOf(String(login), name),
      more: '',
      address: addressOf(['staff', login]),
    })),
    ...(data.settings ?? []).map(({ kind, id, name }) => ({
      kind: 'settings' as const,
      name,
      more: kinds[kind] ?? kind,
      address: addressOf(['settings', kind, id]),
    })),
  ]
}
