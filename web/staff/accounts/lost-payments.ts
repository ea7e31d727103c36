import { computed, signal } from '@preact/signals'
import type { Answer } from '../../link/answer.js'
import { onStoredChange, readStoredJson, store } from '../../link/browser-storage.js'
import { serverNow } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { second } from '../../state/market.js'
import { session } from '../../state/session.js'

/**
 * Payments that this tab or another tab has sent and that have no answer yet, so that the server
 * may or may not have booked them.
 *
 * L1. A payment is stored before it is sent and removed when its answer arrives. It survives a
 *     reload and a closed tab.
 * - The desk never repeats a payment by itself. Staff repeat it under the same id, so the server
 *   books it only once.
 * L3. The list leaves out payments that an open dialog shows and payments that another tab sent
 *     within the last seconds.
 */
export interface SentPayment {
  readonly by: number
  readonly login: number
  readonly at: number
  /** The payment as text for the list, such as `Deposit: 10.05 USD`. */
  readonly what: string
  readonly body: Schemas['BalanceBody']
}

type Booked = Data<'POST /admin/v1/accounts/{login}/balance'>

const LIST = ownKey('payments')
const KEPT_MAX = 50
/**
 * How long a payment that another tab sent stays off the list, because its answer may still arrive.
 */
const ON_ITS_WAY_MS = 5_000

const sent = signal(kept())
/** The ids of payments that an open dialog of this tab shows. */
const held = signal<ReadonlySet<string>>(new Set())

onStoredChange(LIST, () => {
  sent.value = kept()
})

/** The payments to list (L3), oldest first. */
export const lostPayments = computed(() => {
  const before = (second.value >= 0 ? serverNow() : 0) - ON_ITS_WAY_MS
  return sent.value.filter(
    ({ by, at, body }) =>
      by === session.value?.login && at < before && !held.value.has(body.request_id),
  )
})

function kept(): readonly SentPayment[] {
  return readStoredJson<readonly SentPayment[]>(LIST, [])
}

function keepAll(all: readonly SentPayment[]): void {
  sent.value = all.slice(-KEPT_MAX)
  store(LIST, JSON.stringify(sent.value))
}

/** Removes a payment after its answer has arrived or after staff have dismissed it. */
export function settled({ request_id: id }: SentPayment['body']): void {
  // Reads the list again, because another tab may have added a payment.
  keepAll(kept().filter(({ body }) => body.request_id !== id))
}

/**
 * Stores a payment, sends it, and removes it when its answer arrives (L1). The confirmation code is
 * not stored: a repeat of a payment that the server received needs no new code.
 */
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

/**
 * Whether the answer leaves open if the payment was booked. Status 0 means that no answer arrived.
 */
export function isLost({ ok, status }: Answer<unknown>): boolean {
  return !ok && [0, 500, 503, 504].includes(status)
}

function hold(id: string): void {
  held.value = new Set(held.value).add(id)
}

/** Called when the payment dialog closes: from now on the list shows its unanswered payments. */
export function showHeldPayments(): void {
  held.value = new Set()
}
