import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { KeyedText } from '../../engine/reasons/keyed-text.js'
import { say } from '../../engine/reasons/reasons.js'
import { LEASE_HELD, LEASE_MS } from '../../storage/log/quorum/log-owner.js'
import type { DeskQuorum } from '../../wire/thread/messages.js'
import {
  FOLLOWS_NOBODY,
  FOLLOWS_SEC,
  type Following,
  type NodesReport,
  type QuorumReport,
  type QuorumStart,
  STANDBY_BEHIND_MAX,
  STANDBY_REPORT_MS,
  type StandbyNode,
} from '../../wire/thread/quorum-messages.js'
import { SECONDS_BOUNDS } from '../../wire/thread/seconds-bounds.js'
import { type FollowedFacts, readFollowed } from '../cluster/standby/reading.js'
import { follow } from '../cluster/standby/standby-thread.js'
import { fillLogs } from '../shard/log/filling.js'
import { type Clock, machineReadings, type Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import type { ServerCondition } from './condition.js'

/**
 * Watches the quorum of databases that keeps the logs. The threads of the shards and of the desk
 * block while they wait for the quorum, so the threads that talk to it report its state here.
 *
 *   - The server is unwell while the newest confirmed change of a log is older than `SILENT_MS`. A
 *     lease is renewed each second, so an outage shows even without trading. It stays unwell while
 *     it sends nothing (W4): a log may confirm changes before its lease is renewed.
 *   W2. If another node has taken a log, this process may no longer answer anything: `onShutOut`
 *       ends it.
 *   W3. If an operator asks for a switch to another node (`openfloor replicate switch`),
 *       `onHandOver` ends this process after all its work is done.
 *   W4. Once the lease of a log has expired by this process's clock, another node may own the log,
 *       so the server sends nothing. Replacing a database takes a few seconds longer, so answers
 *       wait that long before sockets are closed.
 *   - A late check proves nothing: reports that arrived meanwhile have not been processed yet.
 */
export interface QuorumWatchOptions {
  readonly dataDir: string
  readonly quorum: QuorumStart
  readonly clock: Clock
  readonly clockMemory: SharedArrayBuffer
  readonly condition: ServerCondition
  readonly logger: Logger
  readonly events: QuorumEvents
}

export interface QuorumEvents {
  /** True when this node begins to follow another active node, false when it stops. */
  onFollowing(isFollowing: boolean): void
  /** The facts from which this node answers lists while it follows. */
  onFollowed(facts: FollowedFacts): void
  /** See W2. */
  onShutOut(why: string): void
  /** See W3. */
  onHandOver(node: string): void
  /** See W4. */
  onSilence(silence: Silence): void
}

/**
 * How much the server may send: everything (`none`); nothing, with answers waiting (`holding`);
 * nothing, with all sockets closed (`closed`).
 */
export type Silence = 'none' | 'holding' | 'closed'

export const UNHEARD: QuorumEvents = {
  onFollowing: () => undefined,
  onFollowed: () => undefined,
  onShutOut: () => undefined,
  onHandOver: () => undefined,
  onSilence: () => undefined,
}

/** Figures of the quorum for one log, since the server's start. */
export interface LogQuorum {
  /** The number of the shard, or `desk`. */
  readonly log: string
  readonly epoch: number
  /** The age of the newest confirmation in seconds; undefined before the first one. */
  readonly confirmedAge: number | undefined
  readonly leaseAge: number | undefined
  readonly appends: readonly number[]
  readonly appendSeconds: number
  readonly unknown: number
  readonly isInPast: boolean
}

const LOOK_EVERY_MS = 200
const LATE_MS = 600
const SILENT_MS = 1_500
const HOLDING_MS = 5_000
const SHUT_OUT = 'another node has taken a log: this process ends'

interface Kept {
  port: MessagePort | undefined
  newest: QuorumReport | undefined
  /** True from the check that finds the log silent until the log confirms again, on any thread. */
  isSilent: boolean
  /** How long its lease has been expired, in milliseconds (W4). */
  overMs: number
  /** The trouble that the thread of the log reports. */
  trouble: string
  appends: number[]
  appendSeconds: number
  unknown: number
}

function nothingYet(): Kept {
  return {
    port: undefined,
    newest: undefined,
    isSilent: false,
    overMs: 0,
    trouble: '',
    appends: SECONDS_BOUNDS.map(() => 0),
    appendSeconds: 0,
    unknown: 0,
  }
}

export class QuorumWatch {
  readonly #options: QuorumWatchOptions
  readonly #monotonic: () => number
  readonly #shards: readonly Kept[]
  readonly #desk = nothingYet()
  #nodes: NodesReport = { following: [], next: undefined }
  #isDeskAgain = false
  #following: Following | undefined
  /** True once this node knows the rights of the readers of its tables. */
  #isRead = false
  /** The time when the databases last reported their progress. */
  #heardAt = Number.NEGATIVE_INFINITY
  #timer: Timer | undefined
  #lookedAt = 0
  #silentSince: number | undefined
  #silence: Silence = 'none'
  #isOver = false

  constructor(options: QuorumWatchOptions) {
    this.#options = options
    const { monotonic } = machineReadings(0, options.clockMemory)
    this.#monotonic = monotonic
    this.#shards = Array.from({ length: options.quorum.cluster.shards }, nothingYet)
  }

  /** The reason why a log cannot be taken or confirmed; undefined if nothing prevents it. */
  get waitsFor(): KeyedText | undefined {
    const logs = [this.#desk, ...this.#shards]
    const why = logs.map(({ trouble }) => trouble).find((trouble) => trouble !== '') ?? ''
    if (why === '') return undefined
    return why.endsWith(LEASE_HELD)
      ? say('health.logs_held')
      : say('health.waits_for_quorum', { why })
  }

  get quorum(): QuorumStart {
    return this.#options.quorum
  }

  get figures(): readonly LogQuorum[] {
    const now = this.#monotonic()
    const age = (at = 0): number | undefined => (at === 0 ? undefined : (now - at) / 1000)
    return this.#logs().map(([log, { newest, appends, appendSeconds, unknown }]) => ({
      log,
      epoch: newest?.epoch ?? 0,
      confirmedAge: age(newest?.confirmedAt),
      leaseAge: age(newest?.leaseAt),
      appends,
      appendSeconds,
      unknown,
      isInPast: newest?.isInPast ?? false,
    }))
  }

  get standbyNodes(): readonly StandbyNode[] {
    return this.#nodes.following
  }

  get isFollowed(): boolean {
    return this.standbyNodes.some(({ heardSec }) => heardSec <= FOLLOWS_SEC)
  }

  /** Follows the active node while there is one. */
  async follow(): Promise<void> {
    const { dataDir, quorum, logger, events } = this.#options
    let stopReading: (() => Promise<void>) | undefined
    await follow({ dataDir, quorum }, logger, (following) => {
      if (this.#isOver) return
      const { holder, trouble } = following
      if (this.#following === undefined) {
        logger.info({ holder }, 'another node is active: this one follows it')
        events.onFollowing(true)
      }
      // The tables may have an older version until the active node is known.
      if (holder !== '') {
        stopReading ??= readFollowed({ dataDir }, logger, (facts) => {
          this.#isRead = facts !== undefined
          if (facts !== undefined) events.onFollowed(facts)
        })
      }
      if (trouble !== '' && trouble !== this.#following?.trouble) {
        logger.warn({ why: trouble }, 'the databases do not answer who follows')
      }
      if (trouble === '') this.#heardAt = this.#monotonic()
      this.#following = following
    }).finally(() => stopReading?.())
    if (this.#following === undefined) return
    logger.info(
      { holder: this.#following.holder },
      'no node is active any more: this node takes over',
    )
    this.#following = undefined
    events.onFollowing(false)
  }

  get silence(): Silence {
    return this.#silence
  }

  /**
   * True if this node can answer lists as a standby node: its tables do not differ, it has the rights
   * of readers, the databases reported within `STANDBY_REPORT_MS`, and it is nearly up to date. A
   * disconnected node does not learn about ended sessions.
   */
  get answersLists(): boolean {
    const { differing, trouble, behind } = this.#following ?? FOLLOWS_NOBODY
    const isCutOff = this.#monotonic() - this.#heardAt > STANDBY_REPORT_MS
    const isNear = trouble === '' && !isCutOff && behind <= STANDBY_BEHIND_MAX
    return this.#isRead && differing === '' && isNear
  }

  /** The state of following; undefined while this node follows no other. */
  get following(): Following | undefined {
    return this.#following
  }

  /** Copies all entries of the quorum into the logs here. */
  async fill(): Promise<void> {
    const { dataDir, quorum, logger } = this.#options
    const told = this.#shards.map((_, shard) => this.portOf(shard))
    await fillLogs({ dataDir, quorum, told }, logger)
  }

  /**
   * The port for the shard's next thread. Messages of its previous thread are ignored from now on.
   */
  portOf(shard: number): MessagePort {
    return this.#portOf(String(shard), this.#shards[shard] as Kept)
  }

  /** The start data for the next thread of the desk. */
  deskStart(): DeskQuorum {
    const isAgain = this.#isDeskAgain
    this.#isDeskAgain = true
    return { start: this.quorum, isAgain }
  }

  deskPort(): MessagePort {
    return this.#portOf('desk', this.#desk)
  }

  #portOf(log: string, kept: Kept): MessagePort {
    kept.port?.close()
    kept.newest = undefined
    const { port1, port2 } = new MessageChannel()
    port1.on('message', (told: QuorumReport | NodesReport) => {
      if ('following' in told) this.#heardOfNodes(told)
      else this.#heard(log, kept, told)
    })
    port1.unref()
    kept.port = port1
    return port2
  }

  start(): void {
    const { clock } = this.#options
    this.#timer = clock.every(LOOK_EVERY_MS, () => this.#look())
  }

  stop(): void {
    this.#isOver = true
    this.#timer?.cancel()
    for (const [, { port }] of this.#logs()) port?.close()
  }

  #logs(): readonly (readonly [log: string, kept: Kept])[] {
    return [
      ...this.#shards.map((kept, shard) => [String(shard), kept] as const),
      ['desk', this.#desk],
    ]
  }

  /** See W3. */
  #heardOfNodes(told: NodesReport): void {
    const { quorum, logger, events } = this.#options
    const node = told.next?.node
    const isRequested =
      node !== undefined && node !== quorum.holder && this.#nodes.next?.node !== node
    this.#nodes = told
    if (!isRequested || this.#isOver) return
    logger.info({ node }, 'another node is to be active: this process does what it has, and ends')
    events.onHandOver(node)
  }

  #heard(log: string, kept: Kept, told: QuorumReport): void {
    if (this.#isOver) return
    const { logger, events } = this.#options
    kept.newest = told
    kept.appends = kept.appends.map((count, bucket) => count + (told.appends[bucket] ?? 0))
    kept.appendSeconds += told.appendSeconds
    kept.unknown += told.unknown
    if (told.isShutOut) {
      this.#isOver = true
      logger.error({ log, epoch: told.epoch }, SHUT_OUT)
      events.onShutOut(SHUT_OUT)
    } else if (told.trouble !== kept.trouble) {
      kept.trouble = told.trouble
      if (told.trouble !== '') logger.warn({ log, why: told.trouble }, 'the quorum: trouble')
    }
  }

  /** See W4. */
  #silenced(overMs: number): void {
    const silence = overMs === 0 ? 'none' : overMs < HOLDING_MS ? 'holding' : 'closed'
    if (this.#silence === silence) return
    const { events, logger } = this.#options
    if (this.#silence === 'none')
      logger.error({}, 'the lease of a log is over: nobody is told anything')
    this.#silence = silence
    events.onSilence(silence)
  }

  #look(): void {
    const now = this.#monotonic()
    const isLate = now - this.#lookedAt > LATE_MS
    this.#lookedAt = now
    if (isLate) return
    const { condition, logger } = this.#options
    const logs = this.#logs().map(([, kept]) => kept)
    for (const kept of logs) {
      const { confirmedAt = 0 } = kept.newest ?? {}
      if (confirmedAt > 0) kept.isSilent = now - confirmedAt > SILENT_MS
      const { leaseAt = 0 } = kept.newest ?? {}
      if (leaseAt > 0) kept.overMs = Math.max(0, now - leaseAt - LEASE_MS)
    }
    this.#silenced(Math.max(...logs.map(({ overMs }) => overMs)))
    const silent = logs.find(({ isSilent, overMs }) => isSilent || overMs > 0)
    if (silent === undefined) {
      if (this.#silentSince === undefined) return
      const ms = Math.round(now - this.#silentSince)
      this.#silentSince = undefined
      logger.info({ ms }, 'the quorum confirms again')
      condition.trouble('quorum', null)
      condition.note('quorum', null)
      return
    }
    this.#silentSince ??= now
    const { trouble: why = '' } = silent.newest ?? {}
    const isSilent = why === ''
    const said = isSilent ? say('health.quorum_silent') : say('health.quorum_trouble', { why })
    condition.trouble('quorum', said)
    condition.note('quorum', say('note.quorum_silent'))
  }
}
