import type { TradesReach } from '../../../engine/book/trades-reach.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField } from '../../../wire/format/json-parts.js'
import type { TradesQuery } from '../../../wire/schema/trading/trades.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import type { TimeRange } from '../../pipeline/time-range.js'
import { isWithin, requestedSymbol, tradesReach } from '../../reach/trade-reach.js'
import type { FrontServices } from '../route.js'

type Kind = 'deals' | 'orders' | 'closed_positions'

const NOBODY = 0

/** A page of trades over all accounts within the scope, or of one account. */
export async function tradesPage(
  services: FrontServices,
  session: Session,
  kind: Kind,
  query: Omit<Static<typeof TradesQuery>, 'from' | 'to'>,
  range: TimeRange,
): Promise<JsonText | Refusal> {
  const fence = query.min_projection_seq
  const refusal = refuseFence(fence)
  if (refusal !== undefined) return refusal
  const book = services.settings.book
  const { page, limit, id } = query
  const reach = tradesReach(session, book, query)
  const request = {
    ...range,
    page,
    limit,
    ...requestedSymbol(book, query.symbol),
    ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
  }
  const login = query.login === undefined ? undefined : await ownedBy(services, reach, query.login)
  if (typeof login === 'object') return login
  const queries = services.queries.of(session)
  const found =
    login === undefined || id !== undefined
      ? await queries.run(`trades.${kind}`, { ...request, ...numbered(id, login), reach })
      : await queries.run(`account.${kind}`, { ...request, login })
  if (!found.ok) return found
  const totals = 'totals' in found.value ? [jsonField('totals', found.value.totals)] : []
  return fencedPage(found.value.rows, { ...found.value, page }, fence, ...totals)
}

/** If the query has an id, the row is looked up directly. */
function numbered(id: number | undefined, login: number | undefined) {
  if (id === undefined) return {}
  return { row: { id, ...(login === undefined ? {} : { login }) } }
}

/** The login if its account is within the scope. Otherwise it has no rows, like an unknown login. */
export async function ownedBy(
  services: FrontServices,
  reach: TradesReach,
  login: number,
): Promise<number | Refusal> {
  const account = await services.accounts.stored(login)
  if (isRefusal(account)) return account.code === 'not_found' ? NOBODY : account
  return isWithin(reach, services.settings.book, account.group) ? login : NOBODY
}
