import type { ServerClock } from '../../../engine/calendar/server-clock.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonField } from '../../../wire/format/json-parts.js'
import type { HistoryQuery } from '../../../wire/schema/trading/trades.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { fencedPage, refuseFence } from '../../pipeline/fenced-page.js'
import { readTimeRange, type TimeRange } from '../../pipeline/time-range.js'
import type { FrontServices } from '../route.js'

/** Reads open rows of one account from its shard's memory, and its histories from the database. */

export interface HistoryPart {
  readonly range: TimeRange
  readonly page: number
  readonly limit: number
  readonly fence: string | undefined
}

type History = 'account.deals' | 'account.orders' | 'account.closed_positions'

export async function openRows(
  services: FrontServices,
  what: 'positions' | 'orders',
  login: number,
): Promise<JsonText | Refusal> {
  const answer = await services.trading.shardOf(login).ask(what, { login })
  return answer.ok ? new JsonText(answer.value) : answer
}

export function answerHistory(
  query: Static<typeof HistoryQuery>,
  clock: ServerClock,
): HistoryPart | Refusal {
  const fence = query.min_projection_seq
  const range = readTimeRange(query, clock)
  if (isRefusal(range)) return range
  const refusal = refuseFence(fence)
  if (refusal !== undefined) return refusal
  const { page, limit } = query
  return { range, page, limit, fence }
}

export async function historyPage(
  services: FrontServices,
  session: Session,
  what: History,
  login: number,
  { range, page, limit, fence }: HistoryPart,
): Promise<JsonText | Refusal> {
  const found = await services.queries.of(session).run(what, {
    login,
    ...range,
    page,
    limit,
    ...(fence === undefined ? {} : { minProjectionSeq: Number(fence) }),
  })
  if (!found.ok) return found
  const { rows } = found.value
  const totals = 'totals' in found.value ? [jsonField('totals', found.value.totals)] : []
  return fencedPage(rows, { ...found.value, page }, fence, ...totals)
}
