import type { FindAsk, SearchResults } from '../../../actors/queries/find-query.js'
import { typedPhone, typedWords } from '../../../engine/names/words.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { hiddenFields } from '../../../wire/account/account-fields.js'
import { FindQuery, FindView } from '../../../wire/schema/records/find.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { tradesReach } from '../../reach/trade-reach.js'
import { type FrontRoute, route } from '../route.js'
import type { Viewer } from '../settings/config-routes.js'
import { foundGroups, foundSettings, foundSymbols } from './found-settings.js'

const NUMBER = /^[1-9]\d{0,15}$/
/** The account fields to search, the most common names first. */
const TEXTS = ['last_name', 'name', 'middle_name', 'email', 'phone'] as const

export const adminFindRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/find',
  audience: 'staff',
  rights: [],
  summary: 'Find accounts, trades, groups, symbols, staff and settings',
  description:
    'Finds up to 10 items of each kind in your scope; kinds that your rights hide are absent. A ' +
    'number is a login, or the number of an order, deal or position. A refused trade request is ' +
    'found by its whole `client_order_id` or `request_id`.\n\n' +
    'Accounts match by the beginnings of words in name, last name, middle name, e-mail and ' +
    'phone, as far as your rights show them. All words must match; accents do not matter. Demo ' +
    'accounts come last. Names of other kinds must contain all words.\n\n' +
    'After 50 ms the search ends: `is_complete` is then false, and `not_reached` lists the kinds ' +
    'that were not searched completely.',
  query: FindQuery,
  refusesEmptyQuery: true,
  rate: { per: 'login', max: 30, seconds: 1 },
  data: FindView,
  errors: ['unavailable'],
  async handle(context) {
    const { session, services, query, actor } = context
    const { limit } = query
    const typed = query.q.trim()
    const words = typedWords(query.q)
    if (words.length === 0) return refuseField('q', say('field.word_needed'))
    const asked = askOf(context, typed, words, limit)
    const isSearched = asked.accountsOf !== null || asked.tradesOf !== null
    const stored = isSearched ? await services.queries.of(session).run('find', asked) : NOTHING
    if (!stored.ok) return stored
    const staff = session.rights.has('config.staff')
      ? await services.desk.ask('staff.list', {
          actor,
          ...(asked.number === null ? { name: typed } : { login: asked.number }),
          page: 1,
          limit,
        })
      : null
    if (staff?.ok === false) return staff
    const { notReached, hasMoreAccounts, ...found } = stored.value
    return {
      is_complete: notReached.length === 0,
      not_reached: notReached,
      has_more_accounts: hasMoreAccounts,
      ...present({
        ...found,
        groups: foundGroups(context, words, limit),
        symbols: foundSymbols(context, words, limit),
        staff: staff?.value.items.map(({ login, name, active }) => ({ login, name, active })),
        settings: foundSettings(context, words, limit),
      }),
    }
  },
})

const NOTHING: { readonly ok: true; readonly value: SearchResults } = {
  ok: true,
  value: {
    accounts: null,
    hasMoreAccounts: false,
    orders: null,
    deals: null,
    positions: null,
    requests: null,
    notReached: [],
  },
}

function askOf(
  { services, session }: Viewer,
  typed: string,
  words: readonly string[],
  limit: number,
): FindAsk {
  const hidden: readonly string[] = hiddenFields(session.rights)
  const has = (right: string): boolean => session.rights.has(right)
  return {
    typed,
    number: NUMBER.test(typed) ? Number(typed) : null,
    words,
    phone: typedPhone(typed) ?? null,
    limit,
    fields: TEXTS.filter((field) => !hidden.includes(field)),
    accountsOf: has('accounts.view')
      ? reachableGroups(services, session).map(({ path }) => path)
      : null,
    tradesOf: has('trades.view') ? tradesReach(session, services.settings.book, {}).groups : null,
  }
}

/** Leaves out the kinds of records without results. */
function present<Kinds extends object>(kinds: Kinds): Present<Kinds> {
  const given = Object.entries(kinds).filter(([, rows]) => rows !== null && rows !== undefined)
  return Object.fromEntries(given) as Present<Kinds>
}

type Present<Kinds> = { readonly [Kind in keyof Kinds]?: NonNullable<Kinds[Kind]> }
