import type { AccessFacts } from '../../engine/access/sign-in.js'
import type { WebhookRecord } from '../../engine/config/records/webhook.js'
import type { WebhookProgress } from '../../wire/stored/programs/stored-webhook.js'
import type { EventScope } from '../../wire/thread/event-reads.js'
import type { DeliveredPart } from '../../wire/thread/webhook-messages.js'
import type { WebhookOperations, WebhookWork } from '../desk/settings/webhooks.js'
import type { Outcome } from '../thread/ask.js'
import { type Clock, systemClock, type Timer } from '../thread/clock.js'
import type { Logger } from '../thread/logger.js'
import { WokenRounds } from '../thread/woken-rounds.js'
import { WebhookLine, type WebhookState } from './webhook-line.js'
import type { WebhookThread } from './webhook-thread.js'

type Asks = 'webhooks.load' | 'webhooks.work' | 'webhooks.save' | 'webhooks.end' | 'webhooks.forget'

export interface WebhookDesk {
  ask<Name extends Asks>(
    name: Name,
    request: WebhookOperations[Name]['request'],
  ): Promise<Outcome<WebhookOperations[Name]['answer']>>
}

export interface WebhookRunnerOptions {
  readonly desk: WebhookDesk
  readonly thread: Pick<WebhookThread, 'deliver'>
  readonly clock: Clock
  readonly logger: Logger
  /** The events that the webhook delivers now; undefined while its owner may not sign in. */
  readonly scopeOf: (record: WebhookRecord, owner: AccessFacts | null) => EventScope | undefined
  /** A text that changes when there may be new events. */
  readonly streamState: () => string
  /** The time for which the server keeps events. */
  readonly keptMs: number
}

const realTime = systemClock()
const LOOK_MS = 250
const SAVE_MS = 1_000
const AGAIN_MS = 1_000
const OWNER_LOOK_MS = 5_000
/**
 * The interval at which the lag of a waiting webhook is counted. The wall clock may change
 * meanwhile.
 */
const COUNT_MS = 15_000

/**
 * Runs the deliveries of all webhooks independently.
 *
 *   - It runs only on the active node. Until a webhook is enabled, it starts no timer and no
 *     thread.
 *   - Before each part, rights, settings and secrets are read again from the desk.
 *   - The progress is stored once a second. After a crash, events since then are delivered again.
 */
export class WebhookRunner {
  readonly #options: WebhookRunnerOptions
  readonly #lines = new Map<number, WebhookLine>()
  /** The parts of each webhook, one at a time. */
  readonly #rounds = new Map<number, WokenRounds>()
  #timers: Timer[] = []
  #isRunning = false
  #saving: Promise<void> | undefined

  constructor(options: WebhookRunnerOptions) {
    this.#options = options
  }

  get lines(): readonly WebhookLine[] {
    return [...this.#lines.values()]
  }

  line(id: number): WebhookLine | undefined {
    return this.#lines.get(id)
  }

  stateOf({ id, enabled }: WebhookRecord): WebhookState {
    const state = this.#lines.get(id)?.state
    const status = enabled ? 'ok' : 'disabled'
    return state ?? { status, lastSuccessAt: null, lastError: '', cursor: null, lag: 0 }
  }

  /** Starts deliveries, each from its stored progress. */
  async start(records: readonly WebhookRecord[]): Promise<void> {
    const loaded = await this.#options.desk.ask('webhooks.load', null)
    for (const { id, progress, ended, failures } of loaded.ok ? loaded.value : []) {
      const record = records.find((one) => one.id === id)
      if (record === undefined) continue
      Object.assign(this.#add(record), { progress, ended, failuresKept: failures })
    }
    this.#isRunning = true
    this.configured(records)
    for (const line of this.#lines.values()) this.#startOrStop(line)
  }

  /** Applies new settings to running webhooks. */
  configured(records: readonly WebhookRecord[]): void {
    if (!this.#isRunning) return
    for (const record of records) {
      const line = this.#lines.get(record.id)
      if (line === undefined) this.#startOrStop(this.#add(record))
      else if (line.record.version !== record.version) this.#changed(line, record)
    }
    const kept = new Set(records.map(({ id }) => id))
    const ids = [...this.#lines.keys()].filter((id) => !kept.has(id))
    for (const id of ids) {
      void this.#rounds.get(id)?.stop()
      this.#rounds.delete(id)
      this.#lines.delete(id)
    }
    if (ids.length > 0) void this.#options.desk.ask('webhooks.forget', { ids })
    this.#setTimers()
  }

  /** Continues from another place, which is already stored. */
  replayed(id: number, progress: WebhookProgress): void {
    const line = this.#lines.get(id)
    if (line === undefined) return
    line.set(progress)
    line.unsaved = []
    line.failuresKept = 0
    line.hasGap = false
    this.#rounds.get(id)?.wake()
  }

  /** Stops new deliveries. */
  halt(): void {
    this.#isRunning = false
    this.#setTimers()
    for (const rounds of this.#rounds.values()) void rounds.stop()
  }

  async stop(): Promise<void> {
    this.halt()
    await this.#saving
    await this.#save()
  }

  #changed(line: WebhookLine, record: WebhookRecord): void {
    line.record = record
    if (record.enabled) line.renew()
    this.#startOrStop(line)
  }

  #add(record: WebhookRecord): WebhookLine {
    const line = new WebhookLine(record)
    const { clock } = this.#options
    const rounds: WokenRounds = new WokenRounds({ clock, round: () => this.#round(line, rounds) })
    this.#lines.set(record.id, line)
    this.#rounds.set(record.id, rounds)
    return line
  }

  #startOrStop({ record: { id, enabled } }: WebhookLine): void {
    const rounds = this.#rounds.get(id)
    if (enabled) rounds?.start()
    else void rounds?.stop()
  }

  /** Starts the timers, or stops them if no webhook is enabled. */
  #setTimers(): void {
    const { clock } = this.#options
    const isNeeded = this.#isRunning && this.lines.some(({ record }) => record.enabled)
    if (isNeeded === this.#timers.length > 0) return
    for (const timer of this.#timers) timer.cancel()
    this.#timers = isNeeded
      ? [clock.every(LOOK_MS, () => this.#look()), clock.every(SAVE_MS, () => this.#saveSoon())]
      : []
    if (!isNeeded) this.#saveSoon()
  }

  #look(): void {
    const state = this.#options.streamState()
    for (const line of this.#lines.values()) {
      const waits = line.hindrance !== '' || line.progress?.pause != null
      if (!waits && line.seen !== state) this.#rounds.get(line.record.id)?.wake()
    }
  }

  async #round(line: WebhookLine, rounds: WokenRounds): Promise<void> {
    try {
      const wait = await this.#part(line)
      if (wait === 0) rounds.wake()
      else rounds.wakeAfter(wait)
    } catch (error) {
      const { id } = line.record
      if (this.#isRunning) this.#options.logger.error({ err: error, webhook: id }, 'webhook failed')
      rounds.wakeAfter(AGAIN_MS)
    }
  }

  /** Delivers a part. Returns the milliseconds until the next one; null to wait for new events. */
  async #part(line: WebhookLine): Promise<number | null> {
    const { desk, scopeOf } = this.#options
    const found = await desk.ask('webhooks.work', { id: line.record.id })
    if (!found.ok) return AGAIN_MS
    const work = found.value
    if (!work?.record.enabled) return null
    const scope = scopeOf(work.record, work.owner)
    line.progress ??= work.stored?.progress ?? null
    line.hindrance = hindranceOf(work, scope)
    if (scope === undefined || line.hindrance !== '') return OWNER_LOOK_MS
    const part = await this.#delivered(line, work, scope)
    if (part === null) return AGAIN_MS
    if (part === 'replaced') return 0
    if (part.end !== null) return this.#end(line, part)
    return part.hasMore ? 0 : this.#untilNext(line)
  }

  async #delivered(
    line: WebhookLine,
    { target }: WebhookWork,
    scope: EventScope,
  ): Promise<DeliveredPart | 'replaced' | null> {
    const { thread, clock, streamState, keptMs, logger } = this.#options
    const [now, { epoch, progress }] = [clock.now(), line]
    line.seen = streamState()
    const aheadMs = now - realTime.now()
    const keptFrom = now - keptMs
    const task = { do: 'deliver', target, scope, keptFrom, aheadMs, progress } as const
    const part = await thread.deliver(line.record.id, task, (standing) => {
      if (line.epoch === epoch) line.report(standing)
    })
    if (part === null) return null
    const isNews = JSON.stringify(part.progress) !== JSON.stringify(line.progress)
    line.take(part)
    if (part.hasGap) logger.warn({ webhook: line.record.id }, 'events were no longer kept')
    if (line.epoch !== epoch) return 'replaced'
    if (isNews) line.report(part.progress)
    return part
  }

  async #end(line: WebhookLine, { end, progress }: DeliveredPart): Promise<number | null> {
    if (end === null) return null
    const { desk, logger } = this.#options
    const { id } = line.record
    await this.#save()
    const told = await desk.ask('webhooks.end', { stored: { id, progress, ended: end } })
    if (!told.ok) return AGAIN_MS
    line.ended = end
    logger.warn({ webhook: id, why: end }, 'webhook disabled')
    return null
  }

  #untilNext(line: WebhookLine): number | null {
    const { nextAt } = line
    if (nextAt === null) return null
    return Math.min(COUNT_MS, Math.max(0, nextAt - this.#options.clock.now()))
  }

  #saveSoon(): void {
    this.#saving ??= this.#save().finally(() => {
      this.#saving = undefined
    })
  }

  async #save(): Promise<void> {
    const dirty = this.lines.filter(({ isDirty, unsaved }) => isDirty || unsaved.length > 0)
    if (dirty.length === 0) return
    const failures = dirty.flatMap(({ record, unsaved }) =>
      unsaved.map((delivery) => ({ webhook: record.id, delivery })),
    )
    const webhooks = dirty.flatMap(({ stored }) => stored ?? [])
    for (const line of dirty) Object.assign(line, { isDirty: false, unsaved: [] })
    const saved = await this.#options.desk.ask('webhooks.save', { webhooks, failures })
    if (saved.ok) return
    for (const line of dirty) {
      line.isDirty = true
      const its = failures.filter(({ webhook }) => webhook === line.record.id)
      line.unsaved = [...its.map(({ delivery }) => delivery), ...line.unsaved]
    }
  }
}

function hindranceOf({ record, target }: WebhookWork, scope: EventScope | undefined): string {
  if (scope === undefined) return `The owner ${record.owner} is disabled.`
  if (target.secrets.length > 0) return ''
  return 'The stored secret was encrypted with another SECRET_KEY. Rotate the secret.'
}
