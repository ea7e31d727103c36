import { Prng } from '../../engine/prng.js'
import { audit } from './audit.js'
import { Load } from './load.js'
import { LogAudit } from './log-audit.js'
import {
  ServerProcess,
  type StaffSession,
  serverNow,
  type TraderSession,
} from './server-process.js'

/**
 * Rounds of load, SIGKILL at a random moment, restart and audit, all on one data directory
 * (goals R1). The same seed asks the same things; what the kill meets differs from run to run.
 */
export interface RoundsOptions {
  readonly dataDir: string
  readonly rounds: number
  readonly seed: number
  readonly accounts?: number
  readonly inFlight?: number
  /** Longest time from the first answer to the kill. */
  readonly killWithinMs?: number
  /** Every so many rounds the audit replays the whole log. */
  readonly thoroughEvery?: number
  /** No new round begins after this long; the last is always thorough. */
  readonly budgetMs?: number
  readonly onRound?: (round: number, summary: Summary) => void
}

export interface Summary {
  rounds: number
  readonly seed: number
  /** Requests that were answered before the kill, and that the kill left without an answer. */
  answered: number
  unknown: number
  records: number
  lost: number
  doubled: number
  gaps: number
  /** Snapshot, fold, log, tables and `verify` against each other. */
  differences: number
  /** Kills in the middle of a start. */
  killedStarts: number
  /** What requests came to, by code; `unavailable` and its like are told apart below. */
  outcomes: Record<string, number>
  undecided: Record<string, number>
  /** The first findings, in words. */
  readonly findings: string[]
  /** Milliseconds spent in the parts of all rounds. */
  readonly spentMs: { start: number; connect: number; load: number; audit: number }
}

export const SHARDS = 2
const GROUPS = ['demo\\standard', 'real\\standard'] as const
const DEPOSIT = '1000000.00'
const REFRESH_BEFORE_MS = 5 * 60_000
const FINDINGS_MAX = 20
const KILLED_START_SHARE = 0.2

export async function runRounds(options: RoundsOptions): Promise<Summary> {
  const endsAt = performance.now() + (options.budgetMs ?? Number.POSITIVE_INFINITY)
  const crash = await CrashRounds.begin(options)
  try {
    for (let round = 1, isLast = false; !isLast; round++) {
      isLast = round === options.rounds || performance.now() > endsAt
      await crash.round(round, isLast)
      options.onRound?.(round, crash.summary)
    }
  } finally {
    await crash.end()
  }
  return crash.summary
}

class CrashRounds {
  readonly summary: Summary
  readonly #options: RoundsOptions
  readonly #prng: Prng
  readonly #load: Load
  readonly #log: LogAudit
  readonly #traders: Map<number, TraderSession>
  #staff: StaffSession
  #server: ServerProcess

  private constructor(
    options: RoundsOptions,
    server: ServerProcess,
    staff: StaffSession,
    traders: Map<number, TraderSession>,
  ) {
    const { seed, inFlight = 8 } = options
    this.#options = options
    this.#server = server
    this.#staff = staff
    this.#traders = traders
    this.#prng = new Prng(seed + 1)
    this.#load = new Load({ seed, logins: [...traders.keys()], inFlight })
    this.#log = new LogAudit(options.dataDir, SHARDS)
    this.summary = {
      ...{ rounds: 0, seed, answered: 0, unknown: 0, records: 0, lost: 0, doubled: 0, gaps: 0 },
      ...{ differences: 0, killedStarts: 0, outcomes: {}, undecided: {}, findings: [] },
      spentMs: { start: 0, connect: 0, load: 0, audit: 0 },
    }
  }

  static async begin(options: RoundsOptions): Promise<CrashRounds> {
    const server = await ServerProcess.start({ dataDir: options.dataDir })
    const staff = await server.signInStaff()
    const traders = new Map<number, TraderSession>()
    for (let i = 0; i < (options.accounts ?? 4); i++) {
      const login = await server.openAccount(staff, GROUPS[i % GROUPS.length] as string, DEPOSIT)
      traders.set(login, await server.signInTrader(login))
    }
    const rounds = new CrashRounds(options, server, staff, traders)
    await rounds.#connect()
    return rounds
  }

  async round(round: number, isLast: boolean): Promise<void> {
    const { dataDir, killWithinMs = 300, thoroughEvery = 10 } = this.#options
    await this.#refresh()
    const load = this.#load
    await this.#timed('load', async () => {
      await load.start(this.#server, this.#staff)
      await new Promise((resolve) => setTimeout(resolve, this.#prng.below(killWithinMs + 1)))
      await this.#server.kill()
      await load.stop()
    })
    await this.#timed('start', async () => {
      if (this.#prng.unit() < KILLED_START_SHARE) {
        await ServerProcess.killedWhileStarting({ dataDir }, this.#prng.below(1_000))
        this.summary.killedStarts++
      }
      this.#server = await ServerProcess.start({ dataDir })
    })
    await this.#timed('connect', () => this.#connect())
    const isThorough = round % thoroughEvery === 0 || isLast
    await this.#timed('audit', () => this.#audit(round, isThorough))
    this.summary.rounds = round
  }

  async end(): Promise<void> {
    this.#load.hangUp()
    await this.#server.kill()
  }

  async #audit(round: number, isThorough: boolean): Promise<void> {
    const { summary } = this
    const [load, log, prng] = [this.#load, this.#log, this.#prng]
    const [server, staff] = [this.#server, this.#staff]
    const found = await audit({ server, staff, load, log, shards: SHARDS, prng, isThorough })
    summary.answered += found.answered
    summary.unknown += found.unknown
    summary.records = log.records
    for (const { told } of load.round) {
      const code = told?.code ?? 'none'
      summary.outcomes[code] = (summary.outcomes[code] ?? 0) + 1
    }
    summary.undecided = Object.fromEntries(load.undecided)
    for (const kind of ['lost', 'doubled', 'gaps', 'differences'] as const) {
      summary[kind] += found[kind].length
      for (const what of found[kind]) {
        if (summary.findings.length < FINDINGS_MAX) {
          summary.findings.push(`round ${round}, ${kind}: ${what}`)
        }
      }
    }
  }

  #connect(): Promise<void> {
    return this.#load.connect(this.#server.port, (login) => this.#trader(login).accessToken)
  }

  #trader(login: number): TraderSession {
    return this.#traders.get(login) as TraderSession
  }

  /** Sessions outlive the kills; they only grow old. */
  async #refresh(): Promise<void> {
    const soon = serverNow() + REFRESH_BEFORE_MS
    if (this.#staff.expiresAt < soon) this.#staff = await this.#server.refreshStaff(this.#staff)
    for (const [login, session] of this.#traders) {
      if (session.expiresAt < soon) {
        this.#traders.set(login, await this.#server.refreshTrader(session))
      }
    }
  }

  async #timed(part: keyof Summary['spentMs'], work: () => Promise<void>): Promise<void> {
    const begun = performance.now()
    await work()
    this.summary.spentMs[part] += Math.round(performance.now() - begun)
  }
}
