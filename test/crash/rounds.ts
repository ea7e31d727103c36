import { Rig } from './rig.js'
import { ServerProcess } from './server-process.js'

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
  accountsOpened: number
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

const FINDINGS_MAX = 20
const KILLED_START_SHARE = 0.2
const RECONNECT_SHARE = 0.3
/** Some rounds last long enough for what takes its time, like opening accounts. */
const LONG_SHARE = 0.1
const LONG_TIMES = 6
const KILLED_START_WITHIN_MS = 1_000

export async function runRounds(options: RoundsOptions): Promise<Summary> {
  const crash = new CrashRounds(options, await Rig.begin(options))
  try {
    for (let round = 1; round <= options.rounds; round++) {
      await crash.round(round, round === options.rounds)
      options.onRound?.(crash.summary)
    }
  } finally {
    await crash.rig.end()
  }
  return crash.summary
}

class CrashRounds {
  readonly summary: Summary
  readonly rig: Rig
  readonly #options: RoundsOptions

  constructor(options: RoundsOptions, rig: Rig) {
    this.#options = options
    this.rig = rig
    this.summary = {
      ...{ seed: options.seed, rounds: 0, answered: 0, unknown: 0, records: 0, fired: 0 },
      accountsOpened: 0,
      ...{ lost: 0, doubled: 0, gaps: 0, differences: 0, killedStarts: 0 },
      ...{ outcomes: {}, undecided: {}, findings: [] },
      spentMs: { start: 0, connect: 0, load: 0, audit: 0 },
    }
  }

  async round(round: number, isLast: boolean): Promise<void> {
    const { dataDir, killWithinMs = 300, thoroughEvery = 10 } = this.#options
    const { rig } = this
    await rig.refreshSessions()
    await this.#timed('load', async () => {
      const isLong = rig.prng.unit() < LONG_SHARE
      await rig.loadFor(rig.prng.below((isLong ? LONG_TIMES : 1) * killWithinMs + 1))
      if (rig.prng.unit() < RECONNECT_SHARE) await rig.reconnectOne()
      await rig.server.kill()
      await rig.load.stop()
    })
    await this.#timed('start', async () => {
      if (rig.prng.unit() < KILLED_START_SHARE) {
        const afterMs = rig.prng.below(KILLED_START_WITHIN_MS)
        await ServerProcess.killedWhileStarting({ dataDir }, afterMs)
        this.summary.killedStarts++
      }
      await rig.start()
    })
    await this.#timed('connect', () => rig.connect())
    await this.#timed('audit', () => this.#audit(round, round % thoroughEvery === 0 || isLast))
    this.summary.rounds = round
  }

  async #audit(round: number, isThorough: boolean): Promise<void> {
    const { summary, rig } = this
    const found = await rig.audit(isThorough)
    summary.answered += found.answered
    summary.unknown += found.unknown
    summary.accountsOpened += rig.load.opened.length
    summary.records = rig.log.records
    summary.fired = rig.log.fired
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
