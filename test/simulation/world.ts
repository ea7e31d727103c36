import { createSharedBuffers, SharedCounters } from '../../actors/shared/shared-state.js'
import type { TapeTick } from '../../actors/shared/tick-tape.js'
import { applyRecord } from '../../engine/account/apply.js'
import { checkAccount } from '../../engine/account/check.js'
import type { AccountRecord } from '../../engine/account/event.js'
import { moneyOf } from '../../engine/account/money/money.js'
import { type Account, type AccountProfile, emptyAccount } from '../../engine/account/state.js'
import { assert } from '../../engine/assert.js'
import type { Book } from '../../engine/book/compiled.js'
import { groupPrices } from '../../engine/book/group-prices.js'
import { Prng } from '../../engine/numbers/prng.js'
import { HEDGING, NETTING } from '../given/book.js'
import type { GivenShard } from '../given/floors/shard.js'
import { HandClock } from '../given/hand-clock.js'
import { accountDigest } from '../given/records/account-digest.js'
import { Ledger, replay, UsedIds } from '../given/records/ledger.js'
import { compareHoldings, compareMoney } from './compare.js'
import { ShardHost, type Surroundings } from './host.js'
import { Market } from './market.js'
import { must } from './must.js'
import { NaiveAccount, type Scene } from './naive-account.js'
import { type NaiveMoney, naiveMoney } from './naive-money.js'
import { waitsFor } from './naive-pending.js'
import { seenBy } from './naive-prices.js'
import { Projection } from './projection.js'
import type { Sabotage } from './sabotage.js'
import { randomBook, STRICT } from './settings.js'
import type { Terminal } from './terminal.js'
import type { Holder } from './told-views.js'
import { Trader } from './trader.js'

const GONE_MAX = 2
const DAY_MS = 86_400_000

/** One account as the simulator sees it from outside. */
export interface WatchedAccount {
  readonly ledger: Ledger
  /** The log's records folded by the engine, apart from the shard that wrote them. */
  readonly shadow: Account
  /** The same by the reference. */
  readonly naive: NaiveAccount
  readonly trader: Trader
  readonly terminals: Set<Terminal>
  /** The last terminals that hung up or were cut off, with what they knew. */
  readonly gone: Terminal[]
}

/**
 * Everything of one run: shards over disks in memory, prices, projection, clients, and what the log
 * has said so far. The same seed gives the same world.
 */
export class World implements Surroundings {
  readonly prng: Prng
  readonly sabotage: Sabotage
  readonly shards: number
  readonly clock = new HandClock()
  readonly market: Market
  readonly projection: Projection
  readonly profiles = new Map<number, AccountProfile>()
  readonly hosts: ShardHost[]
  readonly watched = new Map<number, WatchedAccount>()
  /** Every committed record, by its global seq. */
  readonly records = new Map<number, AccountRecord>()
  book: Book
  counters: SharedCounters
  #nextId = 1

  constructor(seed: number, sabotage: Sabotage) {
    this.prng = new Prng(seed)
    this.sabotage = sabotage
    this.shards = 1 + this.prng.below(3)
    this.clock.at += this.prng.below(31) * DAY_MS
    this.book = randomBook(this.prng, 1)
    this.market = new Market(this.book)
    this.projection = new Projection(this.shards)
    this.counters = new SharedCounters(createSharedBuffers(), this.shards)
    const ids = new UsedIds()
    const accounts = this.shards * (2 + this.prng.below(4))
    for (let index = 0; index < accounts; index++) this.#account(1000 + index, ids)
    this.hosts = Array.from({ length: this.shards }, (_, shard) => new ShardHost(shard, this))
    for (const host of this.hosts) this.start(host)
  }

  idRange(): { next: number; end: number } {
    const next = this.#nextId
    this.#nextId += 2 + this.prng.below(60)
    return { next, end: this.#nextId }
  }

  watch(login: number): WatchedAccount {
    const watched = this.watched.get(login)
    assert(watched !== undefined, 'an account of this world')
    return watched
  }

  /** Builds a shard from what its disk and the projection have, and checks that nothing was lost. */
  start(host: ShardHost): GivenShard {
    host.openDisk()
    must(host.collect().length === 0, 'nothing is written while a shard is down')
    const rig = host.recover()
    this.compare(host, host.logins)
    return rig
  }

  /** A tick, or some; now and then so many that the shards lose their place on the tape. */
  moveMarket(): void {
    const { prng, market, clock } = this
    let ticks = prng.below(5) === 0 ? this.#aimed() : []
    if (ticks.length === 0) {
      ticks = prng.below(400) === 0 ? market.storm(clock.at) : market.move(prng, clock.at)
    }
    for (const host of this.hosts) for (const tick of ticks) host.tick(tick)
  }

  /** A tick at a level that somebody waits for. */
  #aimed(): TapeTick[] {
    const { prng, market, clock } = this
    const { naive } = one(prng, [...this.watched.values()])
    const rows = [...naive.positions.values(), ...naive.orders.values()]
    if (rows.length === 0) return []
    const row = one(prng, rows)
    const levels = [row.stopLoss, row.takeProfit, ...(row.type === 'order' ? [waitsFor(row)] : [])]
    const level = one(prng, levels)
    return level === 0 ? [] : market.aim(prng, row.symbolId, level, clock.at)
  }

  /** Moments at which something ends: orders that expire, and what was offered. */
  moments(): number[] {
    const found: number[] = []
    for (const { naive } of this.watched.values()) {
      for (const { expiresAt } of naive.orders.values()) if (expiresAt > 0) found.push(expiresAt)
    }
    for (const host of this.hosts) {
      if (host.rig !== undefined) found.push(...host.reference.offerEnds())
    }
    return found.filter((at) => at > this.clock.at)
  }

  account(login: number): NaiveAccount {
    return this.watch(login).naive
  }

  holder(login: number): Holder {
    const profile = this.profiles.get(login)
    assert(profile !== undefined, 'an account has a profile')
    return { login, group: profile.group }
  }

  naiveMoney(login: number): NaiveMoney {
    return naiveMoney(this.#scene(login))
  }

  #scene(login: number): Scene {
    const profile = this.profiles.get(login)
    assert(profile !== undefined, 'an account has a profile')
    const { book, market: prices } = this
    const seen = seenBy(book, profile.group, prices)
    return { account: this.account(login), profile, book, prices: seen, now: this.clock.at }
  }

  /** All shards die at once, and with them the memory that they share. */
  powerCut(): void {
    for (const host of this.hosts) this.stop(host)
    if (this.sabotage.forgetsIdRanges === true) this.#nextId = Math.max(1, this.#nextId - 50)
    this.counters = new SharedCounters(createSharedBuffers(), this.shards)
    this.counters.setProjectionSeq(this.projection.seq)
    this.counters.raiseSequence(this.projection.seq)
    for (const host of this.hosts) this.start(host)
  }

  stop(host: ShardHost): void {
    host.kill()
    for (const login of host.logins) {
      for (const terminal of this.watch(login).terminals) this.leave(terminal)
    }
  }

  /** Its socket is closed; what it knew is where another may go on. */
  leave(terminal: Terminal): void {
    const { terminals, gone } = this.watch(terminal.login)
    terminals.delete(terminal)
    if (terminal.synced) gone.unshift(terminal)
    gone.length = Math.min(gone.length, GONE_MAX)
  }

  /** Reads what a turn left in the host's log into the books; of one that failed maybe not all. */
  fold(host: ShardHost, isWhole: boolean): AccountRecord[] {
    const fresh = host.collect()
    host.refer(fresh, isWhole)
    this.take(fresh)
    return fresh
  }

  take(records: readonly AccountRecord[]): void {
    for (const record of records) {
      const { ledger, shadow } = this.watch(record.login)
      ledger.add(record)
      applyRecord(shadow, record)
      this.records.set(record.seq, record)
    }
  }

  /** Live, log and books agree about these accounts. */
  compare(host: ShardHost, logins: Iterable<number>): void {
    const { rig } = host
    assert(rig !== undefined, 'only a running shard has live accounts')
    must(rig.setAside.length === 0, `no account is set aside: ${rig.setAside[0]?.why.stack}`)
    for (const login of logins) {
      const { ledger, shadow, naive } = this.watch(login)
      const live = rig.account(login)
      ledger.check(live)
      checkAccount(live)
      must(accountDigest(live) === accountDigest(shadow), `account ${login}: replay = live`)
      compareHoldings(naive, live)
      const prices = groupPrices(this.book, live, this.market)
      compareMoney(this.naiveMoney(login), moneyOf(live, this.book, prices), login)
    }
  }

  /**
   * Makes the comparisons that cost too much for every step: replay from nothing, money by decimals, the
   * projection.
   */
  compareDeeply(): void {
    for (const host of this.hosts) {
      if (host.rig === undefined) continue
      this.compare(host, host.logins)
      for (const login of host.logins) {
        const live = host.rig.account(login)
        const { ledger } = this.watch(login)
        const replayed = replay(ledger.records, login)
        must(
          accountDigest(replayed) === accountDigest(live),
          `account ${login}: replay from nothing`,
        )
      }
    }
    this.#compareProjection()
  }

  /** The projection is the books as they were at `projection_seq`. */
  #compareProjection(): void {
    for (const [login, { ledger }] of this.watched) {
      const row = this.projection.accounts.get(login)
      const past = ledger.records.filter((record) => record.seq <= this.projection.seq)
      const then = replay(past, login)
      must((row?.seq ?? 0) === then.seq, `account ${login} is projected to its seq`)
      must((row?.balance ?? 0) === then.balance, `account ${login} is projected with its balance`)
      must((row?.credit ?? 0) === then.credit, `account ${login} is projected with its credit`)
      const [positions, orders] = [row?.positions.size ?? 0, row?.orders.size ?? 0]
      must(positions === then.positions.size, `account ${login} is projected with positions`)
      must(orders === then.orders.size, `account ${login} is projected with orders`)
    }
  }

  #account(login: number, ids: UsedIds): void {
    const { prng } = this
    const profile: AccountProfile = {
      login,
      group: one(prng, [HEDGING, HEDGING, STRICT, NETTING, NETTING]),
      leverage: [0, 30, 500][prng.below(3)] ?? 0,
      enabled: true,
      trading_enabled: true,
      limit_positions: prng.below(4) === 0 ? 4 : 0,
      limit_orders: prng.below(4) === 0 ? 6 : 0,
      archived: false,
    }
    this.profiles.set(login, profile)
    const ledger = new Ledger(login, ids)
    const trader = new Trader({ prng, login, world: this })
    const shadow = emptyAccount(profile)
    const naive = new NaiveAccount(login)
    this.watched.set(login, { ledger, shadow, naive, trader, terminals: new Set(), gone: [] })
  }
}

/** One of some; there are some. */
export function one<Kind>(prng: Prng, of: readonly Kind[]): Kind {
  return of[prng.below(of.length)] as Kind
}
