import type { DealingFloor } from '../floors/dealing-floor.js'
import type { Frame, WsClient } from '../fronts/ws-client.js'

type Fields = Readonly<Record<string, unknown>>

/** The fate of a request, as its client and every other socket of the account heard it. */
export interface Fate {
  /** Undefined where the socket that asked had ended by then. */
  readonly reply: Frame | undefined
  /** The account's events since it was asked, as a socket hears them that resumes afterwards. */
  readonly events: readonly Frame[]
}

/** Throws what is wrong with the fate of a request; `code` is what it is to be answered with. */
export function checkFate({ reply, events }: Fate, code: string, body: Fields): void {
  const found = reply?.code
  if (reply !== undefined && found !== code) fail(`answered ${found} ${reply.message}`, reply)
  const orders = rowsOf(events, 'order')
  const deals = rowsOf(events, 'deal')
  for (const [id, rows] of groupedById(orders)) checkOrder(id, rows)
  const dealIds = deals.map(({ id }) => Number(id))
  if (new Set(dealIds).size !== dealIds.length) fail('a deal is told twice', dealIds)
  for (const deal of deals) checkDeal(deal, events)
  const isDone = code === 'ok' || code === 'trade.placed' || code === 'trade.partial'
  if (isDone) checkDone(reply?.data ?? {}, reply !== undefined, events, body)
  else checkRefused(reply, orders, deals)
}

/** An order goes on row by row, and ends once. */
function checkOrder(id: number, rows: readonly Fields[]): void {
  rows.forEach(({ version }, i) => {
    const before = rows[i - 1]
    if (before === undefined) return
    if (Number(version) !== Number(before['version']) + 1) {
      fail(`order ${id} does not go on from its row before`, rows)
    }
  })
  const finals = rows.filter(({ done_at }) => done_at !== undefined)
  if (finals.length > 1 || (finals.length === 1 && finals[0] !== rows.at(-1))) {
    fail(`order ${id} ends ${finals.length} times`, rows)
  }
}

/** It names its order and position, and both are told with it. */
function checkDeal(deal: Fields, events: readonly Frame[]): void {
  const { id, order_id, position_id } = deal
  const has = (event: string, wanted: unknown): boolean =>
    rowsOf(events, event).some((row) => row['id'] === wanted)
  if (!(Number(id) > 0 && has('order', order_id) && has('position', position_id))) {
    fail('a deal lacks its order or its position', deal)
  }
}

function checkDone(
  data: Fields,
  isHeard: boolean,
  events: readonly Frame[],
  { kind }: Fields,
): void {
  const orders = rowsOf(events, 'order')
  const deals = rowsOf(events, 'deal')
  const { order_id, deal_id, position_id, seq } = data
  const own = orders.filter(({ id }) => !isHeard || id === order_id)
  const finals = own.filter(({ done_at }) => done_at !== undefined)
  const trades = kind === 'open' || kind === 'close' || kind === 'close_by'
  const wanted = trades || kind === 'delete' ? 1 : 0
  if (finals.length !== wanted) fail(`${kind} has ${finals.length} final events`, events)
  if (isHeard && seq !== events.at(-1)?.seq) fail(`answered at ${seq}`, events)
  if (trades) {
    const isOwn = (deal: Fields): boolean => !isHeard || deal['id'] === deal_id
    const deal = deals.find(isOwn)
    if (deal === undefined) fail(`${kind} has no deal ${deal_id}`, events)
    if (isHeard && deal['order_id'] !== order_id) fail('the deal is of another order', deal)
    if (isHeard && deal['position_id'] !== position_id) fail('it is of another position', deal)
  } else if (deals.length > 0) fail(`${kind} has deals`, deals)
  if (kind === 'place' || kind === 'change') {
    if (own.length !== 1) fail(`${kind} has ${own.length} rows of its order`, events)
  }
  if (kind === 'stops') {
    const told = rowsOf(events, 'position').filter(({ id }) => !isHeard || id === position_id)
    if (told.length !== 1 || orders.length > 0) fail('stops has not one event', events)
  }
}

/**
 * Checks a refusal: a request that had an order has one that came to nothing, and the answer names it; else
 * nothing was told.
 */
function checkRefused(
  reply: Frame | undefined,
  orders: readonly Fields[],
  deals: readonly Fields[],
): void {
  if (deals.length > 0) fail('it was refused and dealt', deals)
  const ids = new Set(orders.map(({ id }) => id))
  if (ids.size > 1) fail('it was refused and has orders', orders)
  const [id] = ids
  if (id === undefined) return
  const state = orders.at(-1)?.['state']
  if (state !== 'rejected' && state !== 'cancelled') fail('its order does not end', orders)
  if (reply !== undefined && reply.data?.['order_id'] !== id)
    fail('the answer lacks its order', reply)
}

function rowsOf(events: readonly Frame[], name: string): Fields[] {
  return events.filter(({ event }) => event === name).map(({ data }) => data ?? {})
}

function groupedById(rows: readonly Fields[]): Map<number, Fields[]> {
  const grouped = new Map<number, Fields[]>()
  for (const row of rows) {
    const id = Number(row['id'])
    grouped.set(id, [...(grouped.get(id) ?? []), row])
  }
  return grouped
}

function fail(what: string, shown: unknown): never {
  throw new Error(`${what}: ${JSON.stringify(shown)}`)
}

/** The account's events after `from`, as they are heard again. */
export async function resumed(
  floor: DealingFloor,
  client: WsClient,
  from: string,
): Promise<Frame[]> {
  const { code, message, data } = await floor.ask(client, 'resume', { seq: from })
  if (code !== 'ok') fail('resume', { code, message })
  const events: Frame[] = []
  for (let last = from; last !== data?.['to']; ) {
    const frame = await client.next(({ seq, event }) => seq !== undefined && event !== 'money')
    if (Number(frame.seq) !== Number(last) + 1) fail(`${frame.seq} follows ${last}`, frame)
    last = String(frame.seq)
    events.push(frame)
  }
  return events
}
