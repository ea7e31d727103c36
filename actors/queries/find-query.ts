import { isDemoGroup } from '../../engine/config/kinds/server-settings.js'
import { plainText } from '../../engine/names/sort-text.js'
import { hasWordLike } from '../../engine/names/words.js'
import type { Login } from '../../engine/units.js'
import { WORDED_FIELDS, type WordedField } from '../../storage/repos/accounts/account-words.js'
import { accountsRepo } from '../../storage/repos/accounts/accounts.js'
import { type FoundAccount, foundAccounts } from '../../storage/repos/accounts/found-accounts.js'
import { refusedRequestsRepo } from '../../storage/repos/records/refused-requests.js'
import { closedPositionsRepo } from '../../storage/repos/trades/closed-positions.js'
import { dealsRepo } from '../../storage/repos/trades/deals.js'
import { openOrdersRepo } from '../../storage/repos/trades/open-orders.js'
import { ordersRepo } from '../../storage/repos/trades/orders.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import { timeText } from '../../wire/format/time-text.js'
import { accept, type Handlers } from '../thread/ask.js'
import { systemClock } from '../thread/clock.js'
import { rowFactsReader } from './row-facts.js'

/**
 * The search of staff by words or a number.
 *
 *   - Accounts are found by login, and by the beginning of a text or of a word in it; with several
 *     words each must match a beginning. Accents are ignored. Hidden texts are not searched. Demo
 *     accounts come last.
 *   F2. The time is limited: kinds that were not searched completely are named.
 */
export interface FindQueries {
  find: { readonly request: FindAsk; readonly answer: SearchResults }
}

export interface FindAsk {
  readonly typed: string
  /** The typed number, if it is one. */
  readonly number: number | null
  readonly words: readonly string[]
  /** The digits of a typed phone number, if it may be one. */
  readonly phone: string | null
  readonly limit: number
  /** The account fields that the reader may see. */
  readonly fields: readonly WordedField[]
  /** The groups of accounts that are searched; null to search none. */
  readonly accountsOf: readonly string[] | null
  /** The groups whose trades are searched; null to search none. */
  readonly tradesOf: readonly string[] | null
}

export interface SearchResults {
  readonly accounts: readonly FoundPerson[] | null
  /** True if more accounts were found than the limit. */
  readonly hasMoreAccounts: boolean
  readonly orders: readonly FoundTrade[] | null
  readonly deals: readonly FoundDeal[] | null
  readonly positions: readonly FoundTrade[] | null
  /** Refused requests by an id of the client or the server. */
  readonly requests: readonly FoundRequest[] | null
  /** The kinds that were not searched completely. */
  readonly notReached: readonly FoundKind[]
}

export type FoundKind = 'accounts' | 'orders' | 'deals' | 'positions'

export interface FoundRequest {
  readonly id: number
  readonly login: Login
  readonly at: string
  readonly code: string
  readonly symbol: string | null
  readonly client_order_id: string | null
  readonly request_id: string | null
}

export type FoundPerson = Readonly<Record<WordedField, string | null>> & {
  readonly login: Login
  readonly group: string
}

export interface FoundTrade {
  readonly id: number
  readonly login: Login
  readonly symbol: string
  readonly is_open: boolean
}

export interface FoundDeal {
  readonly id: number
  readonly login: Login
  /** The name of the symbol; null if the deal is a balance operation. */
  readonly symbol: string | null
  readonly action: string
}

/** The time limit of a search (F2). */
export const FIND_MS = 50

/** The error when the search has used up its time. */
class TimeOver extends Error {}

export function findQueries(db: Sqlite, clock = systemClock()): Handlers<FindQueries> {
  const found = foundAccounts(db)
  const trades = tradesByNumber(db)
  const requests = requestsByName(db)
  return {
    find: (asked) =>
      inSnapshot(db, () => {
        const end = clock.monotonic() + FIND_MS
        const checkTime = (): void => {
          if (clock.monotonic() >= end) throw new TimeOver()
        }
        const notReached: FoundKind[] = []
        const inTime = <Row>(kind: FoundKind, of: unknown, rows: Row[], read: () => void) => {
          if (of === null) return null
          try {
            checkTime()
            read()
          } catch (error) {
            if (!(error instanceof TimeOver)) throw error
            notReached.push(kind)
          }
          return rows
        }
        const { number, tradesOf, accountsOf } = asked
        const reach = new Set((tradesOf ?? []).map((path) => path.toLowerCase()))
        const byNumber = <Row>(kind: FoundKind, read: (id: number, reach: Groups) => Row[]) => {
          const rows: Row[] = []
          return inTime(kind, tradesOf, rows, () => {
            if (number !== null) rows.push(...read(number, reach))
          })
        }
        const [orders, deals, positions] = [
          byNumber('orders', trades.orders),
          byNumber('deals', trades.deals),
          byNumber('positions', trades.positions),
        ]
        const people: FoundPerson[] = []
        let hasMoreAccounts = false
        const accounts = inTime('accounts', accountsOf, people, () => {
          for (const one of findAccounts(found, asked, checkTime)) {
            hasMoreAccounts = people.length === asked.limit
            if (hasMoreAccounts) return
            people.push(shown(one, asked.fields))
          }
        })
        const refused = tradesOf === null ? null : requests(asked.typed, reach, asked.limit)
        const numbered = { orders, deals, positions, requests: refused }
        return accept({ accounts, hasMoreAccounts, ...numbered, notReached })
      }),
  }
}

type Groups = ReadonlySet<string>

/** Refused requests by the id from the client or the server. */
function requestsByName(db: Sqlite) {
  const refused = refusedRequestsRepo(db)
  const accounts = accountsRepo(db)
  return (id: string, reach: Groups, limit: number): FoundRequest[] =>
    refused
      .named(id, limit)
      .filter(({ login }) => reach.has(accounts.group(login)?.toLowerCase() ?? ''))
      .map(({ id: row, login, at, code, symbol, clientOrderId, requestId }) => ({
        id: row,
        login,
        at: timeText(at),
        code,
        symbol: symbol || null,
        client_order_id: clientOrderId || null,
        request_id: requestId || null,
      }))
}

/** The number of rows of one word list that are read after enough demo accounts were found. */
const DEMO_ROWS_MAX = 1_000

/** The found accounts, each once: the one with that login first, demo accounts last. */
function* findAccounts(
  found: ReturnType<typeof foundAccounts>,
  asked: FindAsk,
  checkTime: () => void,
): Generator<FoundAccount> {
  const { number, phone, fields, accountsOf, limit } = asked
  const groups = accountsOf ?? []
  const reach = new Set(groups.map((path) => path.toLowerCase()))
  const told = new Set<Login>()
  const isNew = ({ login, group_path }: FoundAccount): boolean => {
    if (told.has(login) || !reach.has(group_path.toLowerCase())) return false
    told.add(login)
    return true
  }
  const named = number === null ? undefined : found.ofLogin(number)
  if (named !== undefined && isNew(named)) yield named
  const demos: FoundAccount[] = []
  const [real, demo] = [
    groups.filter((path) => !isDemoGroup(path)),
    groups.filter((path) => isDemoGroup(path)),
  ]
  const { fits, beginning, worded } = readsOf(found, asked)
  const isPhone = phone !== null && fields.includes('phone')
  const lists: AccountReads[] = [
    { reads: isPhone ? [() => found.worded('phone', phone)] : [], fits: () => true },
    { reads: [...beginning.map((read) => () => read(real)), ...worded], fits },
  ]
  for (const { reads, fits: isMeant } of lists) {
    for (const read of reads) {
      let left = DEMO_ROWS_MAX
      for (const one of read()) {
        checkTime()
        if (!isMeant(one)) continue
        if (!isDemoGroup(one.group_path)) {
          if (isNew(one)) yield one
          continue
        }
        if (demos.length > limit && left-- === 0) break
        demos.push(one)
      }
    }
  }
  for (const read of beginning) {
    for (const one of read(demo)) {
      checkTime()
      if (fits(one) && isNew(one)) yield one
    }
  }
  for (const one of demos) if (isNew(one)) yield one
}

/** Lists of accounts, and a filter for them. */
interface AccountReads {
  readonly reads: readonly (() => Iterable<FoundAccount>)[]
  fits(one: FoundAccount): boolean
}

/**
 * The lists of accounts with the longest word, which the fewest have, and a filter for the other
 * words.
 */
function readsOf(found: ReturnType<typeof foundAccounts>, { words, fields }: FindAsk) {
  const [longest = '', ...others] = [...words].sort((a, b) => b.length - a.length)
  const texts = fields.filter((field) => field !== 'phone')
  const forms = longest === '' ? [] : [...new Set([longest, plainText(longest)])]
  const wanted = others.map(plainText)
  return {
    fits: (one: FoundAccount): boolean =>
      wanted.every((word) =>
        texts.some((field) => hasWordLike(plainText(one[`${field}_key`]), word)),
      ),
    beginning: texts.flatMap((field) =>
      forms.map((form) => (groups: readonly string[]) => found.beginning(field, form, groups)),
    ),
    worded: texts.flatMap((field) => forms.map((form) => () => found.worded(field, form))),
  }
}

function shown(found: FoundAccount, fields: readonly WordedField[]): FoundPerson {
  const texts = WORDED_FIELDS.map((field) => [field, fields.includes(field) ? found[field] : null])
  return { login: found.login, group: found.group_path, ...Object.fromEntries(texts) }
}

/** Trades of the groups in reach by their ids. */
function tradesByNumber(db: Sqlite) {
  const accounts = accountsRepo(db)
  const orders = ordersRepo(db)
  const openOrders = openOrdersRepo(db)
  const deals = dealsRepo(db)
  const positions = positionsRepo(db)
  const closed = closedPositionsRepo(db)
  const facts = rowFactsReader(db)
  const isWithin = (reach: Groups, login: Login): boolean =>
    reach.has((accounts.group(login) ?? '').toLowerCase())
  const trade = (
    reach: Groups,
    id: number,
    { login, symbolId }: { readonly login: Login; readonly symbolId: number },
    is_open: boolean,
  ): FoundTrade[] =>
    isWithin(reach, login) ? [{ id, login, symbol: facts().symbol(symbolId).name, is_open }] : []
  return {
    orders(id: number, reach: Groups): FoundTrade[] {
      const [open] = openOrders.ofIds([id])
      if (open !== undefined) {
        return trade(reach, id, { login: open[0], symbolId: open[1].symbolId }, true)
      }
      const done = orders.get(id)
      if (done === undefined) return []
      return trade(reach, id, { login: done.login, symbolId: done.order.symbolId }, false)
    },
    deals(id: number, reach: Groups): FoundDeal[] {
      const deal = deals.get(id)
      if (deal === undefined || !isWithin(reach, deal.login)) return []
      const { login, symbolId, action } = deal
      const symbol = symbolId === 0 ? null : facts().symbol(symbolId).name
      return [{ id, login, symbol, action }]
    },
    /** A position's id is the id of its opening order, which has the account. */
    positions(id: number, reach: Groups): FoundTrade[] {
      const done = closed.get(id)
      if (done !== undefined) return trade(reach, id, done, false)
      const opened = orders.get(id)
      const position = opened === undefined ? undefined : positions.get(opened.login, id)
      return position === undefined ? [] : trade(reach, id, position, true)
    },
  }
}
