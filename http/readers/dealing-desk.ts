import type { ShardClient } from '../../actors/shard/shard-client.js'
import type { Clock } from '../../actors/thread/clock.js'
import { type DealerOnline, Dealers } from '../../engine/book/dealers.js'
import type { Refusal } from '../../engine/code.js'
import type { RoutingRuleRecord } from '../../engine/config/records/routing-rule.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { EventFrame } from '../../wire/frame/plain-frame.js'
import type { SocketCodec } from '../../wire/frame/socket-frame.js'
import type { DealingArgs, DealingRequest } from '../../wire/schema/trading/dealing.js'
import type {
  DealingAct,
  DealingEvent,
  DealingRow,
  LeftDealingRequest,
} from '../../wire/thread/dealing.js'
import type { Doer } from '../../wire/thread/doer.js'
import type { Session } from '../exchange/session.js'
import { reachOf } from '../reach/group-reach.js'
import type { LiveSession } from '../sessions/live-session.js'

/** The functions of a shard that the dealing desk uses. */
export type DealingShard = Pick<ShardClient, 'shard' | 'ready' | 'ask' | 'post'>

const NAME_RIGHT = 'accounts.name'

/** The services that the dealing desk uses. */
export interface DealingParts {
  readonly shards: readonly DealingShard[]
  readonly clock: Pick<Clock, 'monotonic'>
  requestId(): string
  /** The client's name; null if it is not available. */
  nameOf(login: number): Promise<string | null>
}

/** The socket of a dealer. */
export interface DealerSocket {
  readonly address: string
  readonly codec: SocketCodec
  readonly state:
    | { readonly kind: 'live'; readonly session: LiveSession }
    | { readonly kind: 'unsigned' | 'closing' | 'closed' }
  send(frame: Uint8Array): unknown
}

/** Closes the socket of a dealer who reads too slowly. */
interface DealerSockets {
  boundBacklog(socket: DealerSocket): void
}

interface Held {
  readonly shard: DealingShard
  row: DealingRow
  /** The time when the row arrived, on the monotonic clock. */
  at: number
  /** The client's name; null until it is known. */
  name: string | null
  offered: readonly number[] | null
  /** The sockets that were sent the request and need to learn when it ends. */
  readonly heard: Set<DealerSocket>
}

interface Dealer {
  readonly online: DealerOnline
  readonly seesNames: boolean
}

interface Taken {
  readonly connection: DealerSocket
  readonly by: Doer
}

/**
 * The front's copy of the dealing queue: waiting requests and online dealers. Shards decide which
 * dealers are offered a request and who may answer.
 *
 * - A dealer is a live staff socket with the right `dealing`. Shards are informed when dealers or
 *   their scopes change.
 * - A request is sent to the dealers it is offered to whose scope covers its group: when it
 *   arrives, when it changes, and when such a dealer connects. `dealing.gone` goes to those who
 *   received it, and to a dealer who may no longer see it.
 * - Requests taken by a socket return to the queue when the socket closes.
 * - When a shard ends, its requests end too, and dealers are informed.
 * - A request is sent at once, and again with the client's name when that is known, to dealers who
 *   may see names. For others the name is null.
 */
export class DealingDesk {
  readonly #parts: DealingParts
  readonly #rows = new Map<number, Held>()
  readonly #dealers = new Map<DealerSocket, Dealer>()
  readonly #taken = new Map<number, Taken>()
  #told = '[]'
  #sockets: DealerSockets | undefined

  constructor(parts: DealingParts) {
    this.#parts = parts
  }

  get #now(): number {
    return this.#parts.clock.monotonic()
  }

  attach(sockets: DealerSockets): void {
    this.#sockets = sockets
  }

  /** The waiting requests for accounts in the session's scope, oldest first. */
  queue(session: Session): DealingRequest[] {
    const reach = reachOf(session)
    const seen = [...this.#rows.values()].filter(({ row }) => reach.covers(row.group))
    return seen.map((held) => this.#seenBy(session, held)).sort((a, b) => a.id - b.id)
  }

  /** True if an online dealer would receive requests of the group by this routing rule. */
  answers(rule: RoutingRuleRecord, group: string): boolean {
    const dealers = new Dealers()
    dealers.set(this.#online())
    return dealers.answers(rule, group)
  }

  /**
   * The online dealers who would be offered requests of the group under this rule, in the order of
   * the offer.
   */
  asked({ action, dealers }: RoutingRuleRecord, group: string): readonly Login[] {
    if (action !== 'dealer' && action !== 'online_dealers') return []
    const there = new Dealers()
    const online = this.#online()
    there.set(online)
    const logins = action === 'dealer' ? dealers : online.map(({ login }) => login)
    return logins.filter((login) => there.reaches(login, group))
  }

  /** True if any dealer of the rule is online, whatever their scope. */
  hasDealerOf({ action, dealers }: RoutingRuleRecord): boolean {
    const online = this.#online()
    if (action === 'online_dealers') return online.length > 0
    return online.some(({ login }) => dealers.includes(login))
  }

  onDealing(shard: number, event: DealingEvent): void {
    if (event.type === 'gone') this.#gone(event)
    else this.#show(shard, event)
  }

  onShardReady(shard: number): void {
    const dealers = this.#online()
    this.#parts.shards[shard]?.post({ type: 'dealers', dealers })
  }

  onShardDeath(shard: number): void {
    for (const [id, held] of this.#rows) {
      if (held.shard.shard !== shard) continue
      this.#gone({ type: 'gone', id, outcome: 'trade.timeout', by: held.row.taken_by, price: null })
    }
  }

  /** A dealer's socket has connected, or the rights of its session have changed. */
  enter(connection: DealerSocket, session: LiveSession): void {
    const before = this.#dealers.get(connection)
    const now = dealerOf(session)
    if (JSON.stringify(before) === JSON.stringify(now)) return
    if (now === undefined) this.#dealers.delete(connection)
    else this.#dealers.set(connection, now)
    this.#tellShards()
    for (const held of this.#rows.values()) {
      if (!this.#showTo(connection, held)) this.#hide(connection, held)
    }
  }

  leave(connection: DealerSocket): void {
    for (const [id, { connection: taker, by }] of this.#taken) {
      if (taker !== connection) continue
      this.#taken.delete(id)
      this.#giveBack(id, by)
    }
    for (const { heard } of this.#rows.values()) heard.delete(connection)
    if (this.#dealers.delete(connection)) this.#tellShards()
  }

  async act(
    act: DealingAct['act'],
    { connection, session }: { readonly connection: DealerSocket; readonly session: LiveSession },
    { id, price = '', text = '', reason = '', valid_sec: validSec }: DealingArgs,
  ): Promise<{ readonly ok: true; readonly data: unknown } | Refusal> {
    const held = this.#rows.get(id)
    if (held === undefined || !reachOf(session).covers(held.row.group)) {
      return because('not_found.dealing_request', { id })
    }
    const { login, via } = session
    const by = {
      login,
      ip: connection.address,
      request_id: this.#parts.requestId(),
      ...(via && { via }),
    }
    const done = await held.shard.ask('dealing', { act, id, by, price, text, reason, validSec })
    if (!done.ok) return done
    if (act === 'take') this.#took(id, connection, by)
    if (act === 'return') this.#taken.delete(id)
    const { value } = done
    if ('outcome' in value || 'margin' in value) return { ok: true, data: value }
    return { ok: true, data: this.#seenBy(session, { ...held, row: value, at: this.#now }) }
  }

  #took(id: number, connection: DealerSocket, by: Doer): void {
    if (connection.state.kind === 'live') this.#taken.set(id, { connection, by })
    else this.#giveBack(id, by)
  }

  #giveBack(id: number, by: Doer): void {
    const shard = this.#rows.get(id)?.shard
    void shard?.ask('dealing', { act: 'return', id, by, price: '', text: '', reason: '' })
  }

  #show(shard: number, { row, offered }: DealingEvent & { type: 'request' }): void {
    const client = this.#parts.shards[shard]
    if (client === undefined) return
    const at = this.#now
    let held = this.#rows.get(row.id)
    if (held === undefined) {
      held = { shard: client, row, at, name: null, offered, heard: new Set() }
      this.#rows.set(row.id, held)
    } else Object.assign(held, { row, at, offered })
    if (held.name === null) void this.#findName(held)
    if (row.taken_by === null) this.#taken.delete(row.id)
    for (const connection of this.#dealers.keys()) this.#showTo(connection, held)
  }

  async #findName(held: Held): Promise<void> {
    held.name = await this.#parts.nameOf(held.row.login)
    if (held.name === null || this.#rows.get(held.row.id) !== held) return
    for (const [connection, { seesNames }] of this.#dealers) {
      if (seesNames) this.#showTo(connection, held)
    }
  }

  #seenBy({ rights }: Pick<Session, 'rights'>, { row, at, name }: Held): DealingRequest {
    const passed = Math.floor(this.#now - at)
    const account = { name: rights.has(NAME_RIGHT) ? name : null, ...row.account }
    return { ...row, account, since_ms: row.since_ms + passed }
  }

  /** Returns false if the session may not see the request. */
  #showTo(connection: DealerSocket, held: Held): boolean {
    const { row, offered, heard } = held
    const { state } = connection
    if (state.kind !== 'live') return false
    const { session } = state
    if (!session.rights.has('dealing') || !reachOf(session).covers(row.group)) return false
    if (offered !== null && !offered.includes(session.login)) return true
    heard.add(connection)
    this.#send(connection, new EventFrame('dealing.request', this.#seenBy(session, held)))
    return true
  }

  #hide(connection: DealerSocket, { row, heard }: Held): void {
    if (!heard.delete(connection)) return
    const gone = { id: row.id, outcome: 'forbidden', by: null, price: null }
    this.#send(connection, new EventFrame('dealing.gone', gone))
  }

  #gone({ id, outcome, by, price }: LeftDealingRequest): void {
    const held = this.#rows.get(id)
    this.#rows.delete(id)
    this.#taken.delete(id)
    const frame = new EventFrame('dealing.gone', { id, outcome, by, price })
    for (const connection of held?.heard ?? []) this.#send(connection, frame)
  }

  #send(connection: DealerSocket, frame: EventFrame): void {
    connection.send(frame.as(connection.codec))
    this.#sockets?.boundBacklog(connection)
  }

  /** A user with several sockets counts as one dealer. */
  #online(): DealerOnline[] {
    const byLogin = new Map([...this.#dealers.values()].map(({ online }) => [online.login, online]))
    return [...byLogin.values()].sort((a, b) => a.login - b.login)
  }

  #tellShards(): void {
    const dealers = this.#online()
    const text = JSON.stringify(dealers)
    if (text === this.#told) return
    this.#told = text
    for (const shard of this.#parts.shards)
      if (shard.ready) shard.post({ type: 'dealers', dealers })
  }
}

function dealerOf({ login, rights, groupScope }: LiveSession): Dealer | undefined {
  if (!rights.has('dealing')) return undefined
  const online = { login, scope: groupScope, sees_staff: rights.has('config.staff') }
  return { online, seesNames: rights.has(NAME_RIGHT) }
}
