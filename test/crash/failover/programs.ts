import type { Test } from 'tap'
import { until } from '../../given/desk.js'
import { EventFollower } from '../../given/records/event-follower.js'
import { WebhookLedger } from '../../given/records/webhook-ledger.js'
import type { ServerProcess, StaffSession } from '../server-process.js'
import type { Signature } from '../server-rest.js'

/**
 * Programs beside the traders of two nodes: one follows the events with an API key, one receives webhooks, and one has lost
 * its key. They go with the active node.
 *
 *   F1. The follower has every event once, in the order of a read at the end.
 *   F2. The ledger of the receiver equals the deals and the balances (../../given/records/webhook-ledger.ts).
 *   F3. While both nodes run, the receiver gets no accepted event again: only the active node sends.
 *   F4. A key that was used on one node works on the other one, and a key that was revoked there stays revoked.
 */
const KEYS = '/admin/v1/api-keys'
/** Some attempts fail, so that deliveries wait when a node goes. */
const REACTIONS = [200, 200, 422, 200, 503, 200, 'close'] as const

interface EventsPart {
  readonly items: readonly { readonly id: string }[]
  readonly next: string
  readonly has_more: boolean
  readonly oldest: string
}

export class Programs {
  readonly #follower: EventFollower
  readonly #ledger: WebhookLedger
  readonly #key: Signature
  readonly #revoked: Signature[] = []

  private constructor(follower: EventFollower, ledger: WebhookLedger, key: Signature) {
    this.#follower = follower
    this.#ledger = ledger
    this.#key = key
  }

  static async begin(t: Test, active: ServerProcess, staff: StaffSession): Promise<Programs> {
    const ledger = await WebhookLedger.begin(t, active, staff, REACTIONS)
    const { key } = await madeKey(active, staff, 'Follower')
    const { data } = await active.ask<EventsPart>('GET /admin/v1/events?limit=1', key)
    const programs = new Programs(new EventFollower(data.oldest), ledger, key)
    await programs.#follower.follow(active, key)
    return programs
  }

  async sentByOneNode(t: Test): Promise<void> {
    const { receiver } = this.#ledger
    await receiver.until(() => receiver.accepted.length > 0)
    t.equal(receiver.repeats, 0, `of ${receiver.accepted.length} accepted events`)
  }

  /** A key is used, and another one is revoked, just before the node goes. */
  async leave(active: ServerProcess, staff: StaffSession): Promise<void> {
    const { key, id } = await madeKey(active, staff, `Revoked ${this.#revoked.length}`)
    for (const [what, by] of [
      ['GET /admin/v1/accounts?limit=1', key],
      [`DELETE ${KEYS}/${id}`, staff],
    ] as const) {
      const { code, message } = await active.ask(what, by)
      if (code !== 'ok') throw new Error(`${what}: ${message}`)
    }
    this.#revoked.push(key)
  }

  async goOn(t: Test, active: ServerProcess): Promise<void> {
    await this.#follower.follow(active, this.#key)
    for (const key of this.#revoked) {
      const answer = await active.ask('GET /admin/v1/accounts?limit=1', key)
      t.match(answer, { status: 401, code: 'auth.session_expired' }, 'a revoked key stays revoked')
    }
  }

  async compare(t: Test, active: ServerProcess, staff: StaffSession): Promise<void> {
    await this.#ledger.equals(t, active, staff)
    const ids: string[] = []
    for (let [after, more] = ['', true]; more; ) {
      const path = `GET /admin/v1/events?limit=1000${after}`
      const { data } = await active.ask<EventsPart>(path, this.#key)
      ids.push(...data.items.map(({ id }) => id))
      after = `&after=${data.next}`
      more = data.has_more
    }
    const { events } = this.#follower
    await until(() => events.length >= ids.length)
    t.same(events.map(({ id }) => id).slice(0, ids.length), ids, `${ids.length} events, each once`)
  }
}

async function madeKey(active: ServerProcess, staff: StaffSession, name: string) {
  const asked = { name, ip_allow: ['127.0.0.1'] }
  const { data, code, message } = await active.ask(`POST ${KEYS}`, staff, asked)
  if (code !== 'ok') throw new Error(message)
  const key: Signature = { headers: { authorization: `Bearer ${String(data['key'])}` } }
  return { id: Number(data['id']), key }
}
