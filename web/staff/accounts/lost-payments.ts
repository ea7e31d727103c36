import { computed, signal } from '@preact/signals'
import { serverNow } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { keep, keptJson, onKept } from '../../link/kept.js'
import { type Answer, call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'

/**
 * Payments to one account that were sent without an answer so far: they may or may not be booked.
 *
 *   L1. A payment is kept from before it is sent until its answer is there, so that neither a reload nor a closed tab
 *       forgets it.
 *   L2. Only a person sends it again, with the same id: the server books it once.
 *   L3. The list leaves out a payment that its own dialog still shows or that another tab has only just sent.
 */
export interface SentPayment {
  readonly by: number
  readonly login: number
  readonly at: number
  /** The payment in words: `Deposit: 10.05 USD`. */
  readonly what: string
  readonly body: Schemas['BalanceBody']
}

type Booked = Data<'POST /admin/v1/accounts/{login}/balance'>

const LIST = ownKey('payments')
const KEPT_MAX = 50
/** A payment of another tab is listed after this time. */
const ON_ITS_WAY_MS = 5_000

const sent = signal(kept())
/** Those that a dialog of this tab shows. */
const held = signal<ReadonlySet<string>>(new Set())

onKept(LIST, () => {
  sent.value = kept()
})

/** L3: the oldest first. */
export const lostPayments = computed(() => {
  const before = (second.value >= 0 ? serverNow() : 0) - ON_ITS_WAY_MS
  return sent.value.filter(
    ({ by, at, body }) =>
      by === session.value?.login && at < before && !held.value.has(body.request_id),
  )
})

function kept(): readonly SentPayment[] {
  return keptJson<readonly SentPayment[]>(LIST, [])
}

function keepAll(all: readonly SentPayment[]): void {
  sent.value = all.slice(-KEPT_MAX)
  keep(LIST, JSON.stringify(sent.value))
}

/** Forgets a payment: its answer has come, or somebody has seen its result. */
export function settled({ request_id: id }: SentPayment['body']): void {
  // Another tab may have kept one meanwhile.
  keepAll(kept().filter(({ body }) => body.request_id !== id))
}

/** L1: sends a payment, and keeps it until its answer. Its confirmation is not kept: a payment that arrived needs none again. */
export async function sendPayment(
  payment: Omit<SentPayment, 'by' | 'at'>,
  confirmed: Pick<SentPayment['body'], 'confirm_token' | 'confirm_code'> = {},
): Promise<Answer<Booked>> {
  const { login, body } = payment
  const others = kept().filter((one) => one.body.request_id !== body.request_id)
  keepAll([...others, { ...payment, by: session.value?.login ?? 0, at: serverNow() }])
  hold(body.request_id)
  const answer = await call('POST /admin/v1/accounts/{login}/balance', {
    params: { login },
    body: { ...body, ...confirmed },
  })
  if (!isLost(answer)) settled(body)
  return answer
}

/** Whether the answer leaves open if the payment was booked; a status of 0 is no answer at all. */
export function isLost({ ok, status }: Answer<unknown>): boolean {
  return !ok && [0, 500, 503, 504].includes(status)
}

function hold(id: string): void {
  held.value = new Set(held.value).add(id)
}

/** The dialog that showed them is closed: the list shows lost ones from now on. */
export function letGo(): void {
  held.value = new Set()
}
