import type { AccountRecord } from '../../../engine/account/event.js'
import { Prng } from '../../../engine/numbers/prng.js'
import { LogAudit } from '../log-audit.js'
import { dayOf, midnightAfter, serverNow, skipTo } from '../server-clock.js'
import { CHEAP_SERVER, pause, ServerProcess, type StaffSession } from '../server-process.js'
import { undoneDays } from '../undone-days.js'
import { checkDays } from './check-days.js'
import { DealingStaff } from './dealing-staff.js'
import { ExactDays } from './exact-days.js'
import { addHolders } from './holders.js'

/**
 * Rounds of SIGKILL in the middle of a day's end, on one data directory of accounts with positions. A
 * midnight comes, or some went by while the server was down; it is killed a few times while days end
 * and staff deal, and then let go on. Every account's day must end exactly once, and come to what it
 * comes to exactly.
 */
export interface DayEndOptions {
  readonly dataDir: string
  readonly rounds: number
  readonly seed: number
  readonly accounts: number
  readonly whales?: number
  readonly killsMax?: number
  /** Ends when so many kills have come in the middle, instead of after all rounds. */
  readonly enough?: number
  readonly onRound?: (summary: DayEndSummary) => void
}

export interface DayEndSummary {
  readonly seed: number
  rounds: number
  /** SIGKILLs, and those that found some of the days ended that were due and others not. */
  kills: number
  killsInside: number
  daysEnded: number
  monthsEnded: number
  swaps: number
  commissions: number
  /** Deals that staff made while days ended. */
  dealt: number
  readonly findings: string[]
}

const SHARDS = 2
const BEGINS_MAX_MS = 20_000
const DAYS_AWAY_MAX = 3
const HOUR_MS = 3_600_000
/** A Monday: soon a month ends, and a Wednesday. */
const BEGINS_AT = Date.parse('2026-03-30T09:00:00Z')
/** The part of the rounds in which midnight comes while the server runs. */
const LIVE_SHARE = 0.4
const LEAD_MS = 500

export async function runDayEnds(options: DayEndOptions): Promise<DayEndSummary> {
  skipTo(BEGINS_AT)
  const { dataDir, accounts, whales = 0 } = options
  const names = await addHolders(dataDir, { shards: SHARDS, count: accounts, whales })
  const rounds = new DayEndRounds(options, names)
  const { enough = Number.POSITIVE_INFINITY } = options
  for (let round = 1; round <= options.rounds; round++) {
    await rounds.round(round)
    options.onRound?.(rounds.summary)
    if (rounds.summary.killsInside >= enough) break
  }
  return rounds.summary
}

class DayEndRounds {
  readonly summary: DayEndSummary
  readonly #options: DayEndOptions
  readonly #prng: Prng
  readonly #exact: ExactDays
  readonly #log: LogAudit
  /** Not reckoned yet: that takes longer than a kill should wait. */
  readonly #read: AccountRecord[] = []
  /** The newest day that the round is to see ended. */
  #newest = 0
  #startMs = 1_000

  constructor(options: DayEndOptions, names: ReadonlyMap<number, string>) {
    this.#options = options
    this.#prng = new Prng(options.seed)
    this.#exact = new ExactDays(names)
    this.#log = new LogAudit(options.dataDir, SHARDS, (record) => this.#read.push(record))
    this.summary = {
      seed: options.seed,
      rounds: 0,
      kills: 0,
      killsInside: 0,
      daysEnded: 0,
      monthsEnded: 0,
      swaps: 0,
      commissions: 0,
      dealt: 0,
      findings: [],
    }
  }

  async round(round: number): Promise<void> {
    const { killsMax = 3 } = this.#options
    this.#nightfall()
    for (let kills = 1 + this.#prng.below(killsMax); kills > 0; kills--) await this.#killInside()
    const server = await this.#start()
    try {
      await this.#letEnd(server, round)
    } finally {
      await server.kill()
    }
    this.summary.rounds = round
  }

  /** Some days go by while the server is down, or it starts shortly before midnight. */
  #nightfall(): void {
    const midnight = midnightAfter(this.#prng.below(DAYS_AWAY_MAX))
    this.#newest = dayOf(midnight) - 1
    const isLive = this.#prng.unit() < LIVE_SHARE
    const later = this.#prng.below(12) * HOUR_MS
    skipTo(isLive ? midnight - this.#startMs - LEAD_MS : midnight + later)
  }

  async #start(awaitHealth = true): Promise<ServerProcess> {
    const { dataDir } = this.#options
    const server = await ServerProcess.start({
      dataDir,
      shards: SHARDS,
      awaitHealth,
      script: CHEAP_SERVER,
    })
    this.#startMs = server.startMs
    return server
  }

  #staff(server: ServerProcess, session: Promise<StaffSession>): DealingStaff {
    return new DealingStaff(server, session, this.#exact, this.#options.accounts, this.#prng)
  }

  /** Kills it once a random part of the days that are due has ended; more end while that is seen. */
  async #killInside(): Promise<void> {
    const { summary } = this
    const log = this.#log
    await log.advance()
    const until = log.days + 1 + this.#prng.below(Math.max(1, this.#due >> 1))
    const before = log.days
    // Days may end before the server calls itself healthy.
    const server = await this.#start(false)
    const staff = this.#staff(server, server.signInStaff())
    const giveUpAt = performance.now() + BEGINS_MAX_MS
    while (this.#due > 0 && log.days < until && performance.now() < giveUpAt) {
      await pause(2)
      await log.advance()
    }
    await server.kill()
    summary.dealt += await staff.stop()
    await this.#reckon()
    summary.kills++
    if (log.days > before && this.#due > 0) summary.killsInside++
  }

  async #reckon(): Promise<void> {
    await this.#log.advance()
    for (const record of this.#read.splice(0)) this.#exact.take(record)
  }

  /** Days of accounts that have not ended and are to. */
  get #due(): number {
    let due = this.#log.accounts.size === 0 ? 1 : 0
    for (const { day, firstDay } of this.#log.accounts.values()) {
      due += Math.max(0, this.#newest - Math.max(day, firstDay - 1))
    }
    return due
  }

  async #letEnd(server: ServerProcess, round: number): Promise<void> {
    const { summary } = this
    const log = this.#log
    const exact = this.#exact
    const session = await server.signInStaff()
    const staff = this.#staff(server, Promise.resolve(session))
    await pause((this.#newest + 1) * 24 * HOUR_MS - serverNow())
    const found = await undoneDays(log)
    summary.dealt += await staff.stop()
    await this.#reckon()
    found.push(...log.problems.splice(0), ...exact.problems.splice(0))
    const { newest } = log
    found.push(...(await checkDays({ server, session, exact, shards: SHARDS, newest })))
    summary.findings.push(...found.map((what) => `round ${round}: ${what}`))
    summary.daysEnded = log.days
    summary.monthsEnded = exact.monthsEnded
    summary.swaps = exact.swaps
    summary.commissions = exact.commissions
  }
}
