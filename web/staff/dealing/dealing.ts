import { computed, effect, signal, untracked } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { FrameSchemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'
import { play } from '../../state/sound.js'
import { hear, line, lives } from '../connection/link.js'
import { may, PAGE_NEEDS } from '../rights.js'
import { leftMs, SHORT_MS } from './dealing-time.js'

/**
 * The requests that wait for a dealer, and what became of them. Whoever may deal is a dealer while the desk is open, on
 * whichever page: so the queue is kept, and heard, on all of them.
 *
 *   D1. A row changes by what the server tells, never by what was asked for.
 *   D2. One act of a request at a time. An answer that does not come is told to be unknown, and nothing is sent again.
 *   D3. What was gone while the line was lost is taken out when it is live.
 */
export type Request = FrameSchemas['DealingRequestView']

/** A request that waits no more. */
export interface Gone {
  readonly request: Request
  /** The code that the client was answered with; empty where it went while the line was lost. */
  readonly outcome: string
  readonly by: number | null
  readonly price: string | null
  readonly deal: number | null
  readonly at: number
}

export type DealingActName = 'take' | 'confirm' | 'reject' | 'requote' | 'return'

interface ActArgs {
  readonly price?: string
  /** Seconds for which an offer holds. */
  readonly valid_sec?: number
  readonly text?: string
  /** Why the price is far from the market. */
  readonly reason?: string
}

/** What the server says to an act; `isLost` where it did not say anything. */
export interface ActAnswer {
  readonly isOk: boolean
  readonly isLost: boolean
  readonly code: string
  readonly message: string
  readonly data: unknown
}

const GONE_MAX = 100

export const requests = signal<ReadonlyMap<number, Request>>(new Map())
/** The newest first. */
export const gone = signal<readonly Gone[]>([])
/** The requests of which an act is on its way. */
const busy = signal<ReadonlySet<number>>(new Set())

const own = computed(() => session.value?.login ?? 0)
const isDealer = computed(() => may(PAGE_NEEDS.dealing))

/** How many wait for somebody to take them. */
export const waitingCount = computed(
  () => [...requests.value.values()].filter(({ taken_by }) => taken_by === null).length,
)

/** The deals that came of what one has answered oneself. */
const deals = new Map<number, number>()
const heardAt = new Map<number, number>()
let heard = 0

hear('dealing.request', (row) => {
  const isNew = !requests.value.has(row.id)
  heardAt.set(row.id, ++heard)
  requests.value = new Map(requests.value).set(row.id, row)
  if (isNew && row.taken_by === null) play('request')
})

hear('dealing.gone', ({ id, outcome, by, price }) => end(id, outcome, by, price))

function end(id: number, outcome: string, by: number | null, price: string | null): void {
  const request = requests.value.get(id)
  if (request === undefined) return
  const left = new Map(requests.value)
  left.delete(id)
  requests.value = left
  heardAt.delete(id)
  const one: Gone = { request, outcome, by, price, deal: deals.get(id) ?? null, at: serverNow() }
  gone.value = [one, ...gone.value].slice(0, GONE_MAX)
}

/** D3. */
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

/** Somebody else works here now. */
effect(() => {
  if (own.value >= 0) {
    untracked(() => {
      requests.value = new Map()
      gone.value = []
      busy.value = new Set()
      deals.clear()
    })
  }
})

/** Time gets short: told once for each stage of a request that one could still answer. */
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

/** D2. Null where an act of the request is on its way already. */
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

/** The account as a confirmation at the price would leave it. */
export type After = FrameSchemas['DealingAfterView']

/** Null where it cannot be confirmed so, or nothing answers. */
export async function lookAfter(id: number, price: string): Promise<After | null> {
  const answer = await line()?.ask('dealing.check', { id, price })
  return answer?.code === 'ok' ? answer.data : null
}

/** The deal of the answer, which may come before or behind the news that the request is gone; 0 is none. */
function receipt(id: number, deal: number): void {
  if (deal === 0) return
  deals.set(id, deal)
  gone.value = gone.value.map((one) => (one.request.id === id ? { ...one, deal } : one))
}
