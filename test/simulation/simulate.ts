import type { AccountProfile } from '../../engine/account/state.js'
import type { Prng } from '../../engine/numbers/prng.js'
import { STOPPED_AT } from '../given/floors/shard.js'
import { accountsDigest } from '../given/records/account-digest.js'
import { clientTurn, daysTurn, quietTurn } from './client-turn.js'
import { hearTurn } from './hearing.js'
import type { ShardHost } from './host.js'
import { must } from './must.js'
import { restart } from './restart.js'
import { NO_SABOTAGE, type Sabotage } from './sabotage.js'
import { randomBook } from './settings.js'
import { one, World } from './world.js'

export interface Run {
  readonly seed: number
  readonly steps: number
  readonly sabotage?: Sabotage
}

export interface SimulationRun {
  readonly seed: number
  readonly steps: number
  /** The same seed and steps give the same digest, always. */
  readonly digest: string
  readonly records: number
  readonly events: number
  readonly crashes: number
  readonly told: number
}

/** A run that broke a promise: which, and at which step. */
export class SimulationFailed extends Error {
  override readonly name = 'SimulationFailed'
  readonly seed: number
  readonly step: number

  constructor(seed: number, step: number, cause: unknown) {
    super(`seed ${seed}, step ${step}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.seed = seed
    this.step = step
  }
}

const DEEP_EVERY = 500
const DAY_MS = 86_400_000

/** Runs one seed to its end, or throws `SimulationFailed` at the first promise broken. */
export function simulate({ seed, steps, sabotage = NO_SABOTAGE }: Run): SimulationRun {
  let step = 0
  try {
    const simulation = new Simulation(seed, sabotage)
    for (step = 1; step <= steps; step++) {
      simulation.step()
      if (step % DEEP_EVERY === 0) simulation.world.compareDeeply()
    }
    return { seed, steps, ...simulation.end() }
  } catch (error) {
    throw new SimulationFailed(seed, step, error)
  }
}

export class Simulation {
  readonly world: World
  readonly #prng: Prng
  #crashes = 0
  #told = 0
  #bookVersion = 1
  /** Steps that follow a crash without new requests: faults come in bursts. */
  #trouble = 0

  constructor(seed: number, sabotage: Sabotage) {
    this.world = new World(seed, sabotage)
    this.#prng = this.world.prng
  }

  /** One thing happens, and everything it touched is checked. */
  step(): void {
    const prng = this.#prng
    this.#raiseTheDead()
    if (this.#trouble > 0) {
      this.#troubledStep()
      return
    }
    const choice = prng.below(1000)
    if (choice < 480) this.#turn(clientTurn)
    else if (choice < 560) this.#turn(quietTurn)
    else if (choice < 800) this.world.moveMarket()
    else if (choice < 850) this.#passTime()
    else if (choice < 870) this.#turn(daysTurn)
    else if (choice < 935) this.#project()
    else if (choice < 950) this.#trim()
    else if (choice < 970) this.#changeSettings()
    else if (choice < 985) this.#changeProfile()
    else if (choice < 990) this.#halt()
    else if (choice < 996) this.#killOne()
    else if (choice < 998) this.#powerCut()
    else this.#tellMovedMoney()
  }

  end(): Omit<SimulationRun, 'seed' | 'steps'> {
    const { world } = this
    for (const host of world.hosts) if (host.rig === undefined) restart(world, host)
    for (const host of world.hosts) host.halt(null)
    world.compareDeeply()
    const live = world.hosts.flatMap((host) => [...(host.rig?.core.accounts.values() ?? [])])
    let events = 0
    for (const { ledger } of world.watched.values()) events += ledger.seq
    const { sequence } = world.counters
    const digest = `${accountsDigest(live)}-${sequence}-${world.projection.seq}-${this.#told}`
    const records = world.records.size
    return { digest, records, events, crashes: this.#crashes, told: this.#told }
  }

  #host(): ShardHost {
    return this.world.hosts[this.#prng.below(this.world.shards)] as ShardHost
  }

  #turn(turn: typeof clientTurn): void {
    const host = this.#host()
    if (host.rig === undefined) return
    const heard = turn(this.world, host)
    if (heard === undefined) this.#crashed()
    else this.#told += heard
  }

  #crashed(): void {
    this.#crashes++
    if (this.#trouble === 0 && this.#prng.below(4) === 0) this.#trouble = 8
  }

  #troubledStep(): void {
    this.#trouble--
    const choice = this.#prng.below(10)
    if (choice < 6) this.#project()
    else if (choice < 7) this.#killOne()
    else if (choice < 8) this.#powerCut()
    else if (choice < 9) this.#trim()
    else this.#passTime()
  }

  #tellMovedMoney(): void {
    const host = this.#host()
    const { rig } = host
    if (rig === undefined) return
    const told = host.turn(rig, () => rig.sockets.tellMovedMoney(rig.core, 1000), undefined)
    must(told !== undefined, 'a turn without records does not fail')
    this.#told += hearTurn(this.world, host, told, new Map())
  }

  #passTime(): void {
    const prng = this.#prng
    const moments = prng.below(3) === 0 ? this.world.moments() : []
    if (moments.length > 0) {
      this.world.clock.at = one(prng, moments) - prng.below(2)
      return
    }
    const jump = prng.below(40)
    this.world.clock.at += jump === 0 ? DAY_MS : jump < 10 ? prng.below(3_600_000) : prng.below(500)
  }

  #project(): void {
    const { world } = this
    const prng = this.#prng
    const logs = world.hosts.flatMap((host) => (host.rig === undefined ? [] : [host.rig.log]))
    // A shard that is down holds back what is settled, and its log is read again when it is up.
    if (logs.length < world.hosts.length) return
    const fails = prng.below(10) === 0
    const half = fails && world.sabotage.projectsTwice === true
    const most = 1 + prng.below(50)
    const end = half ? 'half stored' : fails ? 'lost' : 'stored'
    world.projection.step(logs, world.counters.settledSeq(), most, end)
    world.counters.setProjectionSeq(world.projection.seq)
  }

  /** Lets go of entries that are projected and whose keys have had their days. */
  #trim(): void {
    const { world } = this
    const host = this.#host()
    const before = world.clock.at - 8 * DAY_MS
    let oldest = world.projection.seq + 1
    for (const login of host.logins) {
      const kept = world.watch(login).ledger.records.find((record) => record.at >= before)
      if (kept !== undefined) oldest = Math.min(oldest, kept.seq)
    }
    host.rig?.log.trim(oldest, 1 + this.#prng.below(20))
  }

  #changeSettings(): void {
    const { world } = this
    const before = world.book
    world.book = randomBook(this.#prng, ++this.#bookVersion)
    for (const host of world.hosts) {
      const { rig } = host
      if (rig === undefined) continue
      rig.core.setBook(world.book)
      rig.triggers.follow(before)
      rig.margin.setBook(world.book)
      host.reference.follow(rig.core.accounts.values())
      if (before.hasSpreads || world.book.hasSpreads) host.reference.otherPrices()
    }
  }

  #changeProfile(): void {
    const { world } = this
    const prng = this.#prng
    const logins = [...world.profiles.keys()]
    const login = logins[prng.below(logins.length)] as number
    const held = world.profiles.get(login) as AccountProfile
    const trading_enabled = prng.below(8) > 0
    const profile = { ...held, trading_enabled, leverage: [0, 30, 100, 500][prng.below(4)] ?? 0 }
    world.profiles.set(login, profile)
    world.watch(login).shadow.leverage = profile.leverage
    for (const host of world.hosts) {
      if (!host.logins.includes(login) || host.rig === undefined) continue
      host.rig.core.setProfile(profile)
      host.rig.margin.changed(host.rig.account(login))
    }
  }

  #halt(): void {
    this.#host().halt(this.#prng.below(2) === 0 ? STOPPED_AT : null)
  }

  #killOne(): void {
    const host = this.#host()
    if (host.rig === undefined) return
    this.world.stop(host)
    this.#crashed()
  }

  /** After a power cut the wall clock may have gone back a little. */
  #powerCut(): void {
    this.#crashed()
    if (this.#prng.below(3) === 0) this.world.clock.at -= this.#prng.below(2000)
    this.world.powerCut()
  }

  #raiseTheDead(): void {
    for (const host of this.world.hosts) {
      if (host.rig === undefined && this.#prng.below(this.#trouble > 0 ? 2 : 4) === 0)
        restart(this.world, host)
      for (const kind of host.rig?.idsAsked.splice(0) ?? []) {
        host.grant(kind)
      }
    }
  }
}
