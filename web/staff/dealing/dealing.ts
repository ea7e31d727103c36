import { computed, effect, signal, untracked } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { FrameSchemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { play } from '../../state/sound.js'
import { line, lives, subscribe } from '../connection/link.js'
import { may, PAGE_NEEDS } from '../rights.js'
import { leftMs, SHORT_MS } from './dealing-time.js'

/**
 * The dealing requests in the queue and the finished ones. Staff with the right to deal count as
 * dealers on every page of the desk, so every page keeps the queue up to date.
 *
 * - A row changes only when the server reports a change, never when the dealer presses a button.
 * D2. A request has at most one action in progress. If its answer does not arrive, the desk reports
 *     the result as unknown and does not repeat the action.
 * D3. Requests that ended while the connection was lost leave the queue after it reconnects.
 */
export type Request = FrameSchemas['DealingRequestView']

export interface LeftRequest {
  readonly request: Request
  /**
   * The result code that the client received; empty if the request ended while the connection was
   * lost.
   */
  readonly outcome: string
  readonly by: number | null
  readonly price: string | null
  readonly deal: number | null
  readonly at: number
}

export type DealingActName = 'take' | 'confirm' | 'reject' | 'requote' | 'return'

interface ActArgs {
  readonly price?: string
  /** How many seconds an offered price stays valid. */
  readonly valid_sec?: number
  readonly text?: string
  /** The dealer's reason for a price far from the market. */
  readonly reason?: string
}

/** The server's answer to an action. `isLost` is true if none arrived. */
export interface ActAnswer {
  readonly isOk: boolean
  readonly isLost: boolean
  readonly code: string
  readonly message: string
  readonly data: unknown
}

const GONE_MAX = 100

export const requests = signal<ReadonlyMap<number, Request>>(new Map())
/** Requests that have left the queue, newest first. */
export const leftRequests = signal<readonly LeftRequest[]>([])
/** The ids of requests that have an action in progress (D2). */
const busy = signal<ReadonlySet<number>>(new Set())

const own = computed(() => session.value?.login ?? 0)
const isDealer = computed(() => may(PAGE_NEEDS.dealing))

export const waitingCount = computed(
  () => [...requests.value.values()].filter(({ taken_by }) => taken_by === null).length,
)

/** Deal ids of the requests that this dealer has answered, by request id. */
const deals = new Map<number, number>()
const heardAt = new Map<number, number>()
let heard = 0

subscribe('dealing.request', (row) => {
  const isNew = !requests.value.has(row.id)
  heardAt.set(row.id, ++heard)
  requests.value = new Map(requests.value).set(row.id, row)
  if (isNew && row.taken_by === null) play('request')
})

subscribe('dealing.gone', ({ id, outcome, by, price }) => end(id, outcome, by, price))

function end(id: number, outcome: string, by: number | null, price: string | null): void {
  const request = requests.value.get(id)
  if (request === undefined) return
  const left = new Map(requests.value)
  left.delete(id)
  requests.value = left
  heardAt.delete(id)
  const one: LeftRequest = {
    request,
    outcome,
    by,
    price,
    deal: deals.get(id) ?? null,
    at: serverNow(),
  }
  leftRequests.value = [one, ...leftRequests.value].slice(0, GONE_MAX)
}

/** Reads the queue again after a reconnect (D3). */
effect(() => {
  if (lives.value > 0 && isDealer.value) untracked(() => void lookAgain())
})

async function lookAgain(): Promise<void> {
  const before = heard
  const answer = await call('GET /admin/v1/dealing/queue')
  if (!answer.ok) return
  const waiting = new Map(answer.data.map((row) => [row.id, row]))
  for (const id of [...requests.value.keys()]) {
    if ((heardAt.get(id) ?? 0) > before) continue
    const row = waiting.get(id)
    if (row === undefined) end(id, '', null, null)
    else requests.value = new Map(requests.value).set(id, row)
  }
}

/** Another staff member has signed in: start with an empty queue. */
effect(() => {
  if (own.value >= 0) {
    untracked(() => {
      requests.value = new Map()
      leftRequests.value = []
      busy.value = new Set()
      deals.clear()
    })
  }
})

/** Warns once per stage when a request that the dealer could still answer runs out of time. */
const rung = new Set<string>()
effect(() => {
  if (second.value < 0) return
  untracked(() => {
    const now = serverNow()
    for (const row of requests.value.values()) {
      const isOthers = row.taken_by !== null && row.taken_by !== own.value
      const left = leftMs(row, now)
      const stage = `${row.id} ${row.taken_by}`
      if (isOthers || left > SHORT_MS || left === 0 || rung.has(stage)) continue
      rung.add(stage)
      play('short')
    }
    if (requests.value.size === 0) rung.clear()
  })
})

/**
 * Sends an action for a request. Returns null if the request already has an action in progress
 * (D2).
 */
export async function act(
  name: DealingActName,
  id: number,
  args: ActArgs = {},
): Promise<ActAnswer | null> {
  if (busy.value.has(id)) return null
  busy.value = new Set(busy.value).add(id)
  const answer = await line()?.ask(`dealing.${name}`, { id, ...args })
  const left = new Set(busy.value)
  left.delete(id)
  busy.value = left
  if (answer === null || answer === undefined) {
    return { isOk: false, isLost: true, code: '', message: '', data: null }
  }
  const isOk = answer.code === 'ok'
  if (isOk && 'deal_id' in answer.data) receipt(id, answer.data.deal_id)
  const { code, message, data } = answer
  return { isOk, isLost: false, code, message, data }
}

/** The account's figures after the request would be confirmed at a given price. */
export type After = FrameSchemas['DealingAfterView']

/** The account after a fill at this price; null if it would be refused or no answer arrives. */
export async function lookAfter(id: number, price: string): Promise<After | null> {
  const answer = await line()?.ask('dealing.check', { id, price })
  return answer?.code === 'ok' ? answer.data : null
}

/**
 * Stores the deal id of an answer. The event that ends the request may arrive before or after the
 * answer. 0 means no deal.
 */
function receipt(id: number, deal: number): void {
  if (deal === 0) return
  deals.set(id, deal)
  leftRequests.value = leftRequests.value.map((one) =>
    one.request.id === id ? { ...one, deal } : one,
  )
}
