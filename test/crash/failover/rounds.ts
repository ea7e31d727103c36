import { performance } from 'node:perf_hooks'
import { Prng } from '../../../engine/numbers/prng.js'
import type { ProviderFigures } from '../second-party.js'
import { pause } from '../server-process.js'
import { type DeskFigures, DeskWork } from './desk-work.js'
import { drawHarm, type Harm, type HarmKind } from './harms.js'
import { KeyedAccounts } from './keyed-accounts.js'
import { lastOf, TwoNodes } from './two-nodes.js'

/**
 * Rounds of load, a harm to one of two nodes or to their databases, and an audit of whoever is at work then.
 *
 *   O1. What was answered is there once, and as it was answered: orders, payments, and changes of staff (`../audit.ts`, keyed-accounts.ts).
 *       What goes on after its answer comes to its end: mails to groups, imports and reports (desk-work.ts).
 *   O2. Epochs rise, and each entry of the log stands behind another one of no later epoch.
 *   O3. A node that another one took over from ends with 75, and follows when it is started again.
 *   O4. A node is at work again within a bound, which counts from the beginning of the harm.
 *   O5. What a provider traded of the orders that it was sent in FIX is booked once and whole, whoever was at work (`../second-party.ts`).
 *   O6. At the end both nodes have the same tables, and `verify` finds nothing.
 */
export interface FailoverOptions {
  readonly programs: string
  readonly directory: string
  readonly rounds: number
  readonly seed: number
  readonly kinds: readonly HarmKind[]
  /** Asked after each round: true makes it the last one. */
  readonly isOver?: () => boolean
  /** Hears a line a round, and one of each finding. */
  readonly onRound?: (line: string) => void
}

export interface FailoverSummary {
  readonly seed: number
  rounds: number
  takeovers: number
  answered: number
  unknown: number
  accountsOpened: number
  desk: DeskFigures
  /** Undefined where QuickFIX is not installed. */
  provider: ProviderFigures | undefined
  lost: number
  doubled: number
  gaps: number
  /** Of tables, logs, clients and nodes among each other, of epochs and of exit codes. */
  differences: number
  /** Rounds in which it took longer than the bound until a payment was confirmed. */
  late: number
  /** The longest, of rounds in which the other node took over, and of all others. */
  longestSec: { takeover: number; other: number }
  /** Databases that could only be brought back by a copy. */
  copied: number
  readonly findings: string[]
}

const FROZEN_CODE = 75
const LOADED_MS = [200, 1_500] as const
/** How long the load goes on with whoever is at work. */
const AFTER_MS = [200, 800] as const
const THOROUGH_EVERY = 5

export async function runFailovers(options: FailoverOptions): Promise<FailoverSummary> {
  const { programs, directory, rounds, seed } = options
  const given = await TwoNodes.begin(programs, directory, seed)
  const drill = new FailoverRounds(given, options)
  try {
    await drill.begin()
    for (let round = 1; round <= rounds && options.isOver?.() !== true; round++) {
      await drill.round(round)
    }
    drill.found('end', 'differences', await given.compared())
  } catch (error) {
    drill.found(`round ${drill.summary.rounds + 1}`, 'differences', [`broke off: ${String(error)}`])
  } finally {
    drill.summary.copied = given.databases.copied
    await drill.end()
    await given.end()
  }
  return drill.summary
}

class FailoverRounds {
  readonly summary: FailoverSummary
  readonly #given: TwoNodes
  readonly #options: FailoverOptions
  readonly #prng: Prng
  readonly #accounts: KeyedAccounts
  readonly #desk: DeskWork
  #epochs: ReadonlyMap<string, bigint> = new Map()

  constructor(given: TwoNodes, options: FailoverOptions) {
    this.#given = given
    this.#options = options
    this.#prng = new Prng(options.seed + 3)
    this.#accounts = new KeyedAccounts(() => given.rig.staff)
    this.#desk = new DeskWork(() => given.rig.staff, options.seed + 4)
    this.summary = {
      seed: options.seed,
      rounds: 0,
      takeovers: 0,
      answered: 0,
      unknown: 0,
      accountsOpened: 0,
      desk: this.#desk.figures,
      provider: given.rig.provider?.figures,
      lost: 0,
      doubled: 0,
      gaps: 0,
      differences: 0,
      late: 0,
      longestSec: { takeover: 0, other: 0 },
      copied: 0,
      findings: [],
    }
  }

  begin(): Promise<void> {
    return this.#desk.begin(this.#given.active.server)
  }

  end(): Promise<void> {
    return this.#desk.end()
  }

  async round(round: number): Promise<void> {
    const [given, { rig }] = [this.#given, this.#given]
    const harm = drawHarm(this.#prng, this.#options.kinds)
    await given.databases.whole()
    await rig.refreshSessions()
    const before = given.active
    let isLoaded = true
    const asking = [this.#accounts.ask(before.server, () => isLoaded)]
    const loadedMs = this.#between(LOADED_MS)
    const leadMs = this.#desk.leadMs(loadedMs)
    await rig.loadFor(loadedMs - leadMs)
    asking.push(this.#desk.begun(before.server, () => isLoaded))
    await pause(leadMs)

    rig.load.isShaken = true
    const { back, sec } = await this.#harmed(harm)
    const told = given.told()
    if (back !== before.name) {
      const { server } = given.active
      asking.push(this.#accounts.ask(server, () => isLoaded))
      asking.push(this.#desk.ask(server, () => isLoaded))
    }
    await pause(this.#between(AFTER_MS))
    const ended = await given.settled()
    rig.load.servers++
    rig.load.isShaken = false
    isLoaded = false
    await rig.load.stop()
    await Promise.all(asking)
    await harm.mend(given)
    await this.#accounts.confirmed(given.active.server)
    await rig.connect()

    const found = before.name === given.active.name ? 'goes on' : 'is taken over from'
    const findings = this.summary.findings.length
    const exit = await ended?.exited
    if (ended !== undefined && exit?.code !== FROZEN_CODE) {
      const what = `ended with ${JSON.stringify(exit)}: ${lastOf(ended)}`
      this.found(`round ${round}`, 'differences', [what])
    }
    await this.#audit(round)
    const news = this.summary.findings.slice(findings)
    const end = exit === undefined ? '' : `, one ended with ${exit.code}`
    const isLate = sec > harm.backWithinSec
    const late = isLate ? `, and ${harm.backWithinSec} s are the bound` : ''
    this.#count(before.name !== given.active.name, sec, isLate)
    this.summary.rounds = round
    this.#options.onRound?.(
      `${round}: ${harm.what}: ${before.name} ${found}${end}; a payment after ${sec.toFixed(1)} s${late}; ${news.length} findings`,
    )
    for (const one of news) this.#options.onRound?.(`  ${one}`)
    if (isLate) this.#options.onRound?.(told)
    if (news.length > 0) this.#options.onRound?.(given.told())
  }

  found(where: string, kind: 'lost' | 'doubled' | 'gaps' | 'differences', what: readonly string[]) {
    this.summary[kind] += what.length
    for (const one of what) this.summary.findings.push(`${where}, ${kind}: ${one}`)
  }

  /** From the beginning of the harm to a payment that is confirmed, and to the end of the harm. */
  async #harmed(harm: Harm): Promise<{ readonly back: string; readonly sec: number }> {
    const given = this.#given
    const begun = performance.now()
    const begins = harm.begin(given)
    const ends = begins
      .then(() => pause(Math.max(0, harm.lastsMs - (performance.now() - begun))))
      .then(() => harm.end(given))
    // What it came to is heard below.
    ends.catch(() => undefined)
    if (harm.takesNode) await begins
    given.rig.provider?.abandoned()
    const node = await given.serves()
    const sec = (performance.now() - begun) / 1000
    if (node !== given.active) {
      await given.moveTo(node)
      given.rig.load.goOn(node.server, given.rig.staff)
    }
    await ends
    return { back: node.name, sec }
  }

  async #audit(round: number): Promise<void> {
    const { summary } = this
    const [given, where] = [this.#given, `round ${round}`]
    const isThorough = round % THOROUGH_EVERY === 0 || round === this.#options.rounds
    const audited = await given.rig.audit(isThorough)
    for (const kind of ['lost', 'doubled', 'gaps', 'differences'] as const) {
      this.found(where, kind, audited[kind])
    }
    this.found(where, 'differences', await this.#accounts.audit(given.active.server))
    this.found(where, 'differences', await this.#desk.audit(given.active.server))
    this.found(where, 'differences', await given.probeProblems())
    this.found(where, 'differences', await this.#logProblems())
    summary.answered += audited.answered
    summary.unknown += audited.unknown
    summary.accountsOpened = this.#accounts.asked
    summary.desk = this.#desk.figures
    summary.provider = given.rig.provider?.figures
  }

  /** O2. */
  async #logProblems(): Promise<string[]> {
    const given = this.#given
    const [before, epochs] = [this.#epochs, await given.epochs()]
    this.#epochs = epochs
    const outOfPlace = await given.entriesOutOfPlace()
    return [
      ...[...epochs]
        .filter(([shard, epoch]) => epoch < (before.get(shard) ?? 0n))
        .map(([shard, epoch]) => `the epoch of ${shard} fell to ${epoch}`),
      ...(outOfPlace === 0 ? [] : [`${outOfPlace} entries are out of place`]),
    ]
  }

  #count(isTakeover: boolean, sec: number, isLate: boolean): void {
    const { summary } = this
    const { longestSec } = summary
    if (isTakeover) summary.takeovers++
    if (isLate) summary.late++
    const kind = isTakeover ? 'takeover' : 'other'
    longestSec[kind] = Math.max(longestSec[kind], Math.round(sec * 10) / 10)
  }

  #between([least, most]: readonly [number, number]): number {
    return least + this.#prng.below(most - least)
  }
}
