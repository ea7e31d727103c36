import { Webhook } from 'standardwebhooks'
import type { Test } from 'tap'
import type { ServerProcess, Signature } from '../../crash/server-process.js'
import { type Reaction, Receiver } from '../peers/receiver.js'

/** Deals and balances as a receiver of webhooks keeps them, and as the server has them. */

export interface Deal extends Record<string, unknown> {
  readonly id: number
  readonly login: number
  readonly profit: string
  readonly swap: string
  readonly commission: string
  readonly fee: string
}

const PAGE = 1000
const VERIFIED = 50

export class WebhookLedger {
  readonly receiver: Receiver
  /** The answers in turn; all requests are answered 200 once the ledger is to be complete. */
  #reactions: readonly Reaction[] = [200]
  #turn = 0
  readonly #id: number
  readonly #secret: string
  /** Deals from before the webhook. */
  readonly #earlier: ReadonlySet<number>

  private constructor(
    receiver: Receiver,
    { id, secret }: { readonly id: number; readonly secret: string },
    earlier: readonly Deal[],
  ) {
    this.receiver = receiver
    this.#id = id
    this.#secret = secret
    this.#earlier = new Set(earlier.map((deal) => deal.id))
    receiver.react = () => this.#reactions[this.#turn++ % this.#reactions.length] ?? 200
  }

  /** A receiver that answers with `reactions` in turn. */
  static async begin(
    test: Test,
    server: ServerProcess,
    staff: Signature,
    reactions: readonly Reaction[],
  ): Promise<WebhookLedger> {
    const receiver = await Receiver.start(test, '127.0.0.1')
    const earlier = await dealsOf(server, staff)
    const body = { name: 'Ledger', url: receiver.url, kinds: ['deal'] }
    const made = await server.ask<{ id: number; secret: string }>(
      'POST /admin/v1/webhooks',
      staff,
      body,
    )
    if (made.code !== 'ok') throw new Error(made.message)
    const ledger = new WebhookLedger(receiver, made.data, earlier)
    ledger.#reactions = reactions
    return ledger
  }

  /** Lets the receiver accept everything, waits for all deals, and compares them and the balances with the server. */
  async equals(t: Test, server: ServerProcess, staff: Signature): Promise<void> {
    const { receiver } = this
    this.#reactions = [200]
    // Requests without an answer would wait for their time.
    await receiver.restart()
    // A change has everything that waits tried again.
    await server.change(`/admin/v1/webhooks/${this.#id}`, staff, { description: 'well' })
    const listed = await dealsOf(server, staff)
    const deals = listed.filter(({ id }) => !this.#earlier.has(id))
    await receiver.until(() => receiver.accepted.length >= deals.length)
    const told = receiver.events.map(({ data }) => data.data as Deal)
    t.same(told.toSorted(byId), deals.map(withoutText).toSorted(byId), `${deals.length} deals`)
    for (const login of new Set(deals.map((deal) => deal.login))) {
      const its = told.filter((deal) => deal.login === login)
      t.same(its, its.toSorted(bySeq), 'in the order of the account')
      const before = listed.filter((deal) => deal.login === login && this.#earlier.has(deal.id))
      const sum = [...before, ...its].reduce((total, deal) => total + moneyOf(deal), 0)
      const { data } = await server.ask<{ money: { balance: string } }>(
        `GET /admin/v1/accounts/${login}`,
        staff,
      )
      t.equal(sum, cents(data.money.balance), `balance of ${login}`)
    }
    for (const { body, headers } of receiver.requests.slice(-VERIFIED)) {
      new Webhook(this.#secret).verify(body, headers)
    }
  }
}

/** All deals, once the tables have them. */
export async function dealsOf(server: ServerProcess, staff: Signature): Promise<readonly Deal[]> {
  const { body } = await server.health()
  const found: Deal[] = []
  for (let page = 1; ; ) {
    const query = `limit=${PAGE}&page=${page}&min_projection_seq=${body.seq ?? 0}`
    const { data, code, message } = await server.ask<{
      readonly items: readonly Deal[]
      readonly total: number
      readonly consistency: string
    }>(`GET /admin/v1/deals?${query}`, staff)
    if (code !== 'ok') throw new Error(message)
    if (data.consistency !== 'current') continue
    found.push(...data.items)
    if (found.length >= data.total) return found
    page++
  }
}

function withoutText(deal: Deal): Deal {
  return { ...deal, comment: null }
}

function byId(one: Deal, other: Deal): number {
  return one.id - other.id
}

function bySeq(one: Deal, other: Deal): number {
  return Number(one['seq']) - Number(other['seq'])
}

function moneyOf({ profit, swap, commission, fee }: Deal): number {
  return cents(profit) + cents(swap) + cents(commission) + cents(fee)
}

function cents(text: string): number {
  return Math.round(Number(text) * 100)
}
