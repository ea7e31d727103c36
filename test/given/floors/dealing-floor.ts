import type { ShardResult } from '../../../actors/shard/shard-client.js'
import { refuse } from '../../../engine/code.js'
import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import type { DealingDesk, DealingShard } from '../../../http/readers/dealing-desk.js'
import { AccountWatchers, type WatchedShard } from '../../../http/socket/staff/account-watchers.js'
import { dealingOps } from '../../../http/socket/staff/dealing-ops.js'
import { watchOps } from '../../../http/socket/staff/watch-ops.js'
import type { SocketShard } from '../../../http/socket/trader-connection.js'
import { type Batch, batchOf, FROM_SHARD, readBatch } from '../../../wire/thread/batch.js'
import type { DealingEvent } from '../../../wire/thread/dealing.js'
import type {
  GatewayOnline,
  ShardAsk,
  ShardOperation,
  ShardOperations,
  SocketOpen,
  ToShard,
} from '../../../wire/thread/messages.js'
import type { ProviderReport, ToGateway } from '../../../wire/thread/provider-messages.js'
import { readWatched, type WatchedFrame } from '../../../wire/thread/watched-accounts.js'
import type { TradeFields } from '../../../wire/trade/trade-request.js'
import { LOGIN } from '../account.js'
import { type BookChanges, CONFIRM_ALL, givenBook } from '../book.js'
import { givenDealingDesk } from '../fronts/given-dealing-desk.js'
import { type GivenStaff, SocketFront } from '../fronts/socket-front.js'
import type { Frame, WsClient } from '../fronts/ws-client.js'
import { GivenPrices } from '../prices.js'
import { checkLedger } from '../records/ledger.js'
import { GivenShard, type ShardParts } from './shard.js'

/** A shard in this thread that takes its turns at once, in the place of one in a thread of its own. */
class NearShard implements SocketShard, DealingShard, WatchedShard {
  readonly shard = 0
  ready = true
  rig: GivenShard
  onTurn: (batch: Batch) => void = () => undefined

  constructor(rig: GivenShard) {
    this.rig = rig
  }

  frame(socketId: number, bytes: Uint8Array): boolean {
    if (this.ready) this.turn(() => this.rig.frames.handle(socketId, bytes))
    return this.ready
  }

  openSocket(id: number, open: SocketOpen): void {
    this.rig.parts.openSocket(id, open)
  }

  valueAgain(id: number): void {
    this.turn(() => this.rig.parts.valuations.again(id))
  }

  credit(id: number): void {
    this.turn(() => this.rig.credit(id))
  }

  closeSocket(id: number): void {
    this.rig.parts.closeSocket(id)
  }

  ask<Name extends ShardOperation>(
    op: Name,
    request: ShardOperations[Name]['request'],
  ): Promise<ShardResult<ShardOperations[Name]['answer']>> {
    if (!this.ready) return Promise.resolve(refuse('unavailable', 'The shard is not there.'))
    return new Promise((resolve) => {
      const ask = { op, request } as ShardAsk
      this.turn(() =>
        this.rig.parts.ask(ask, (answer) => {
          const value = 'text' in answer ? { ok: true, value: answer.text } : answer
          resolve(value as ShardResult<never>)
        }),
      )
    })
  }

  post(message: ToShard): void {
    if (message.type !== 'dealers') throw new Error(`${message.type} is not posted here`)
    this.turn(() => this.rig.core.parking.dealing.setOnline(message.dealers))
  }

  turn(work: () => void): void {
    const { rig } = this
    rig.begin()
    work()
    rig.flushMoney()
    rig.core.records.commit()
    this.onTurn(batchOf(rig.out.takeBuffer()))
  }
}

/** A rule for the dealers that are online. */
export function rule(over: Partial<RoutingRuleRecord>): RoutingRuleRecord {
  return { ...CONFIRM_ALL, name: 'given', action: 'online_dealers', ...over }
}

/** Takes everything at the market: what the rules before it let pass. */
export const CONFIRM = rule({ id: 9, position: 9, action: 'confirm_market_price' })

export const BUY = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const

/** Traders' and staff's real sockets around one shard, and a clock that the test moves. */
export class DealingFloor {
  readonly front: SocketFront<NearShard>
  readonly desk: DealingDesk
  /** The names that the front finds, by login. */
  readonly names: Map<number, string>
  readonly watchers: AccountWatchers
  readonly prices: GivenPrices
  /** The messages of the shard to its gateways, oldest first. */
  readonly toGateways: ToGateway[] = []
  readonly #near: NearShard
  #parts: ShardParts
  #gateways: readonly GatewayOnline[] = []
  #restarts = 0
  #lastId = 0

  private constructor(
    front: SocketFront<NearShard>,
    { desk, watchers, names }: Pick<DealingFloor, 'desk' | 'watchers' | 'names'>,
    near: NearShard,
    parts: ShardParts & { prices: GivenPrices },
  ) {
    this.front = front
    this.desk = desk
    this.names = names
    this.watchers = watchers
    this.#near = near
    this.#parts = parts
    this.prices = parts.prices
    near.onTurn = (batch) => this.#told(batch)
  }

  static async start(
    test: { teardown(run: () => unknown): unknown },
    routing: readonly RoutingRuleRecord[] = [rule({})],
    changes: BookChanges = {},
  ): Promise<DealingFloor> {
    const book = givenBook({ routing, ...changes })
    const parts = { book, prices: new GivenPrices(book) }
    const near = new NearShard(fundedShard(parts))
    const names = new Map<number, string>()
    const nameOf = async (login: number) => names.get(login) ?? null
    const desk = givenDealingDesk([near], { clock: near.rig.clock, nameOf })
    const watchers: AccountWatchers = new AccountWatchers([near], () => front.book)
    const families = [dealingOps(desk), watchOps(watchers, () => near.rig.counters.sequence)]
    const front = await SocketFront.startWith(test, [near], undefined, families)
    return new DealingFloor(front, { desk, watchers, names }, near, parts)
  }

  get shard(): GivenShard {
    return this.#near.rig
  }

  trader(protocol?: string): Promise<WsClient> {
    return this.front.connect({ login: LOGIN }, protocol)
  }

  dealer(login: number, given: GivenStaff = {}, protocol?: string): Promise<WsClient> {
    return this.front.connectStaff({ login, ...given }, protocol)
  }

  /** Answers the id of the frame. */
  send(client: WsClient, op: string, args: object = {}): number {
    const id = ++this.#lastId
    client.send({ id, op, args })
    return id
  }

  ask(client: WsClient, op: string, args: object = {}): Promise<Frame> {
    return client.reply(this.send(client, op, args))
  }

  /** Resolves when everything the client sent before was taken. */
  async settled(client: WsClient): Promise<void> {
    await this.ask(client, 'ping')
  }

  rest(op: 'trade' | 'check', body: TradeFields, login = LOGIN): Promise<ShardResult<string>> {
    return this.#near.ask(op, { login, body, reason: 'api', by: null })
  }

  /** Something else that is asked of the shard. */
  shardAsk<Name extends ShardOperation>(op: Name, request: ShardOperations[Name]['request']) {
    return this.#near.ask(op, request)
  }

  /** The account is in this group from now on, as its shard is told. */
  move(login: number, group: string): void {
    const profile = { login, group, leverage: 0, archived: false, enabled: true }
    const limits = { trading_enabled: true, limit_orders: 0, limit_positions: 0 }
    this.#near.turn(() => this.shard.core.setProfile({ ...profile, ...limits }))
  }

  /** The settings of the shard's thread change. */
  setBook(changes: BookChanges): void {
    const book = givenBook(changes)
    this.#parts = { ...this.#parts, book }
    this.shard.core.setBook(book)
  }

  /** Sessions of providers begin, also after every restart. */
  setGateways(online: readonly GatewayOnline[]): void {
    this.#gateways = online
    this.#near.turn(() => this.shard.core.parking.gateways.setOnline(online))
  }

  /** A provider says something. */
  report(report: ProviderReport): void {
    this.#near.turn(() => this.shard.core.parking.reports.take(report))
  }

  /** Time passes, and what is due by then is done. */
  pass(ms: number): void {
    this.shard.clock.at += ms
    this.#near.turn(() => this.shard.core.parking.run())
  }

  /** The market moves, and what waits for it is done. */
  tick(name: string, bid: string, ask: string): void {
    this.shard.push(name, bid, ask)
    this.#near.turn(() => {
      this.shard.triggers.run(256)
      this.shard.margin.run(256)
    })
  }

  /** A second passes for the shard. */
  second(): void {
    this.shard.clock.at += 1000
    this.#near.turn(() => {
      this.shard.core.ledger.dayEnds.slice()
      this.shard.watches.everySecond()
      this.shard.parts.valuations.step(1000)
    })
  }

  /** The shard ends and is not there. */
  shardDies(): void {
    this.#near.ready = false
    this.desk.onShardDeath(0)
    this.watchers.onShardDeath(0)
    this.front.sockets.onShardDeath(0)
  }

  /** The shard ends, with what it had in memory, and comes back from its log. */
  restart(): void {
    const { disk, clock, counters } = this.shard
    this.shardDies()
    disk.crash()
    const rig = new GivenShard({ ...this.#parts, disk, clock, counters }).profile()
    for (const record of rig.records()) rig.core.ledger.replay(record)
    rig.triggers.load(rig.account())
    rig.core.parking.recover([rig.account()])
    const first = 500_000 * ++this.#restarts
    rig.grantIds(first, first + 100_000)
    this.#near.rig = rig
    this.#near.ready = true
    this.setGateways(this.#gateways)
    this.desk.onShardReady(0)
    this.front.sockets.onShardReady(0)
  }

  /** The money checks of every test. */
  settle(): void {
    checkLedger(this.shard.records(LOGIN), this.shard.account())
  }

  #told(batch: Batch): void {
    this.toGateways.push(...this.shard.takeToGateways())
    const watched: WatchedFrame[] = []
    readBatch(batch, (kind, _target, bytes) => {
      if (kind === FROM_SHARD.watched) watched.push(readWatched(bytes))
      if (kind !== FROM_SHARD.dealing) return
      const event = JSON.parse(Buffer.from(bytes).toString('utf8')) as DealingEvent
      this.desk.onDealing(0, event)
    })
    this.watchers.onWatched(watched)
    this.front.sockets.onBatch(batch)
  }
}

function fundedShard(parts: ShardParts): GivenShard {
  return new GivenShard(parts).profile().grantIds(100, 100_000).deposit('10000')
}
