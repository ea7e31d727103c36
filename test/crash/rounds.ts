import type { Postgres } from '../given/postgres.js'
import { Rig, SHARDS } from './rig.js'
import type { ProviderFigures } from './second-party.js'
import { endedDay, midnightAfter, serverNow, skipTo } from './server-clock.js'
import { pause, ServerProcess } from './server-process.js'
import { daysLeft } from './undone-days.js'

/**
 * Rounds of load, SIGKILL at a random moment, restart and audit, all on one data directory: nothing that
 * was answered may be lost or done twice. The same seed asks the same things; what the kill meets differs
 * from run to run.
 */
export interface RoundsOptions {
  readonly dataDir: string
  readonly rounds: number
  readonly seed: number
  readonly accounts?: number
  readonly sleepers?: number
  readonly inFlight?: number
  /** Longest time from the first answer to the kill. */
  readonly killWithinMs?: number
  /** Every so many rounds the audit replays the whole log. */
  readonly thoroughEvery?: number
  /** A database keeps the logs, and each start finds the directory without its own. */
  readonly database?: Postgres | undefined
  /** Orders go to a second party, which lives on. */
  readonly hasProvider?: boolean
  /** It speaks FIX, and its line is cut so often in each round. */
  readonly fixCuts?: number | undefined
  /** Every so many rounds what it is silent to is given up before it decides. */
  readonly silentEvery?: number
  readonly onRound?: (summary: Summary) => void
}

export interface Summary {
  readonly seed: number
  rounds: number
  /** Requests that were answered before the kill, and that the kill left without an answer. */
  answered: number
  unknown: number
  records: number
  /** Deals that prices made, not requests. */
  fired: number
  marginCalls: number
  stopOuts: number
  /** Requests that waited before they were decided. */
  waited: number
  /** Days of accounts, and kills that found some ended and others not. */
  daysEnded: number
  killedDayEnds: number
  accountsOpened: number
  lost: number
  doubled: number
  gaps: number
  /** Snapshot, fold, log, tables and `verify` against each other. */
  differences: number
  provider?: ProviderFigures
  /** Kills in the middle of a start. */
  killedStarts: number
  /** The outcomes of requests, by code; `unavailable` and its like are told apart below. */
  outcomes: Record<string, number>
  undecided: Record<string, number>
  /** The first findings, in words. */
  readonly findings: string[]
  /** Milliseconds spent in the parts of all rounds. */
  readonly spentMs: { start: number; connect: number; load: number; audit: number }
}

const FINDINGS_MAX = 20
const KILLED_START_SHARE = 0.2
const RECONNECT_SHARE = 0.3
/** Some rounds last long enough for what takes its time, like opening accounts. */
const LONG_SHARE = 0.1
const LONG_TIMES = 6
const KILLED_START_WITHIN_MS = 1_000
const DAY_END_BEGINS_MAX_MS = 3_000
/** Midnights that pass while the server is down, and that come while it is loaded. */
const AWAY_SHARE = 0.2
const MIDNIGHT_SHARE = 0.1
const DAYS_AWAY_MAX = 3
const HOUR_MS = 3_600_000
/** Load begins so long before midnight, and is killed so long after it at the latest. */
const BEFORE_MIDNIGHT_MS = 300
const AFTER_MIDNIGHT_MS = 600

export async function runRounds(options: RoundsOptions): Promise<Summary> {
  const crash = new CrashRounds(options, await Rig.begin(options))
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await crash.round(round, round === options.rounds)
      options.onRound?.(crash.summary)
    }
  } catch (error) {
    crash.broken(error)
  } finally {
    await crash.rig.end()
  }
  return crash.summary
}

class CrashRounds {
  readonly summary: Summary
  readonly rig: Rig
  readonly #options: RoundsOptions
  /** That the next round is to see, 0 when none is near. */
  #midnight = 0
  /** The time from the last kill to the end of the audit. */
  #backMs = 5_000

  constructor(options: RoundsOptions, rig: Rig) {
    this.#options = options
    this.rig = rig
    this.summary = {
      seed: options.seed,
      rounds: 0,
      answered: 0,
      unknown: 0,
      records: 0,
      fired: 0,
      marginCalls: 0,
      stopOuts: 0,
      waited: 0,
      daysEnded: 0,
      killedDayEnds: 0,
      accountsOpened: 0,
      lost: 0,
      doubled: 0,
      gaps: 0,
      differences: 0,
      killedStarts: 0,
      outcomes: {},
      undecided: {},
      findings: [],
      spentMs: { start: 0, connect: 0, load: 0, audit: 0 },
    }
  }

  async round(round: number, isLast: boolean): Promise<void> {
    const { killWithinMs = 300, thoroughEvery = 10, silentEvery = 0 } = this.#options
    const { rig } = this
    await rig.refreshSessions()
    await this.#timed('load', async () => {
      await this.#load(killWithinMs)
      if (rig.prng.unit() < RECONNECT_SHARE) await rig.reconnectOne()
      await rig.kill()
      await rig.load.stop()
    })
    const killedAt = performance.now()
    await this.#countKilledDayEnd()
    const isLater = this.#putClockOn()
    await this.#timed('start', async () => {
      if (rig.prng.unit() < (isLater ? 0.7 : KILLED_START_SHARE)) await this.#killStart(isLater)
      await rig.start()
      if (isLater) await rig.signInAgain()
    })
    await this.#timed('connect', () => rig.connect())
    const isSilent = silentEvery > 0 && round % silentEvery === 0
    const isThorough = round % thoroughEvery === 0 || isLast
    await this.#timed('audit', () => this.#audit(round, isThorough, isSilent))
    this.#backMs = performance.now() - killedAt
    this.summary.rounds = round
  }

  /** No round can follow, say because the server did not start: what was found before counts all the same. */
  broken(error: unknown): void {
    const { summary } = this
    summary.differences++
    summary.findings.push(`round ${summary.rounds + 1} broke off: ${String(error)}`)
  }

  async #load(killWithinMs: number): Promise<void> {
    const { rig } = this
    if (this.#midnight === 0) {
      const isLong = rig.prng.unit() < LONG_SHARE
      await rig.loadFor(rig.prng.below((isLong ? LONG_TIMES : 1) * killWithinMs + 1))
      return
    }
    await pause(Math.max(0, this.#midnight - BEFORE_MIDNIGHT_MS - serverNow()))
    const until = this.#midnight + rig.prng.below(AFTER_MIDNIGHT_MS)
    this.#midnight = 0
    await rig.loadFor(Math.max(0, until - serverNow()))
  }

  /** While the server is down: some days go by, or it will soon be midnight, or neither. */
  #putClockOn(): boolean {
    const { prng } = this.rig
    const draw = prng.unit()
    if (draw < AWAY_SHARE) {
      skipTo(midnightAfter(prng.below(DAYS_AWAY_MAX)) + prng.below(12) * HOUR_MS)
    } else if (draw < AWAY_SHARE + MIDNIGHT_SHARE) {
      this.#midnight = midnightAfter()
      skipTo(this.#midnight - 1.5 * this.#backMs - 2_000)
    }
    return draw < AWAY_SHARE + MIDNIGHT_SHARE
  }

  /** Kills in the middle of a start, or of the work for the days that are over. */
  async #killStart(isLater: boolean): Promise<void> {
    const { prng } = this.rig
    const { dataDir } = this.#options
    this.summary.killedStarts++
    if (!isLater) {
      const { script, env } = this.rig
      const afterMs = prng.below(KILLED_START_WITHIN_MS)
      this.rig.forgetLogs()
      await ServerProcess.killedWhileStarting({ dataDir, script, shards: SHARDS, env }, afterMs)
      return
    }
    await this.rig.start(false)
    await this.#firstDayEnd()
    await this.rig.kill()
    await this.#countKilledDayEnd()
  }

  /** Days end once there are prices. */
  async #firstDayEnd(): Promise<void> {
    const { log, prng } = this.rig
    const before = log.days
    const giveUpAt = performance.now() + DAY_END_BEGINS_MAX_MS
    while (log.days === before && performance.now() < giveUpAt) {
      await pause(prng.below(10))
      await log.advance()
    }
  }

  async #countKilledDayEnd(): Promise<void> {
    const { log } = this.rig
    await log.advance()
    const newest = endedDay()
    const left = daysLeft(log).length
    const done = [...log.accounts.values()].filter(({ day }) => day === newest).length
    if (left > 0 && done > 0) this.summary.killedDayEnds++
  }

  async #audit(round: number, isThorough: boolean, isSilent: boolean): Promise<void> {
    const { summary, rig } = this
    const found = await rig.audit(isThorough, isSilent)
    if (rig.provider !== undefined) summary.provider = rig.provider.figures
    summary.answered += found.answered
    summary.unknown += found.unknown
    summary.accountsOpened += rig.load.opened.length
    summary.records = rig.log.records
    summary.fired = rig.log.fired
    summary.marginCalls = rig.log.standings.calls
    summary.stopOuts = rig.log.standings.stopOuts
    summary.waited = rig.log.waited
    summary.daysEnded = rig.log.days
    for (const { told } of rig.load.round) {
      const code = told?.code ?? 'none'
      summary.outcomes[code] = (summary.outcomes[code] ?? 0) + 1
    }
    summary.undecided = Object.fromEntries(rig.load.undecided)
    for (const kind of ['lost', 'doubled', 'gaps', 'differences'] as const) {
      summary[kind] += found[kind].length
      for (const what of found[kind]) {
        if (summary.findings.length < FINDINGS_MAX) {
          summary.findings.push(`round ${round}, ${kind}: ${what}`)
        }
      }
    }
  }

  async #timed(part: keyof Summary['spentMs'], work: () => Promise<void>): Promise<void> {
    const begun = performance.now()
    await work()
    this.summary.spentMs[part] += Math.round(performance.now() - begun)
  }
}
