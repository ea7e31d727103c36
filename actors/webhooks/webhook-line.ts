import type { WebhookRecord } from '../../engine/config/records/webhook.js'
import { WEBHOOK_DELIVERIES_KEPT } from '../../engine/limits/webhooks.js'
import type { UnixMs } from '../../engine/units.js'
import type { StoredWebhook } from '../../storage/repos/records/webhooks.js'
import type { WebhookDelivery, WebhookProgress } from '../../wire/stored/programs/stored-webhook.js'
import type { DeliveredPart, WebhookEnd } from '../../wire/thread/webhook-messages.js'
import { renewed } from './progress.js'

/** The state of a webhook, as staff see it. */
export interface WebhookState {
  readonly status: 'ok' | 'failing' | 'disabled'
  readonly lastSuccessAt: UnixMs | null
  readonly lastError: string
  readonly cursor: string | null
  readonly lag: number
}

/** A webhook with its settings and progress in the front's memory. */
export class WebhookLine {
  record: WebhookRecord
  progress: WebhookProgress | null = null
  ended: WebhookEnd | null = null
  /**
   * The reason why nothing is sent although the webhook is enabled; empty if nothing prevents it.
   */
  hindrance = ''
  hasGap = false
  isDirty = false
  /** The state of the stream when the last part began. */
  seen = ''
  /**
   * Incremented when the progress is set from outside. Reports of a running part then no longer
   * count.
   */
  epoch = 0
  /** The number of deliveries since the start of the server. */
  delivered = 0
  failed = 0
  failuresKept = 0
  /** The failed events that are not stored yet. */
  unsaved: WebhookDelivery[] = []
  #behind = 0
  readonly #deliveries = new Map<string, WebhookDelivery>()

  constructor(record: WebhookRecord) {
    this.record = record
  }

  /** The newest attempts since the start, newest first. */
  get deliveries(): readonly WebhookDelivery[] {
    return [...this.#deliveries.values()].reverse()
  }

  get stored(): StoredWebhook | null {
    const { progress, ended } = this
    return progress && { id: this.record.id, progress, ended }
  }

  get isFailing(): boolean {
    const { pause = null, accounts = [] } = this.progress ?? {}
    return this.hindrance !== '' || pause !== null || accounts.some(({ attempts }) => attempts > 0)
  }

  get lag(): number {
    const waiting = this.progress?.accounts.reduce((sum, one) => sum + one.waiting, 0) ?? 0
    return this.#behind + waiting
  }

  get state(): WebhookState {
    const { record, progress, hindrance, lag, isFailing } = this
    const enabled = isFailing ? 'failing' : 'ok'
    return {
      status: record.enabled ? enabled : 'disabled',
      lastSuccessAt: progress?.lastSuccessAt ?? null,
      lastError: hindrance === '' ? (progress?.lastError ?? '') : hindrance,
      cursor: progress?.cursor ?? null,
      lag,
    }
  }

  /** The time of the next attempt; null if nothing waits for one. */
  get nextAt(): UnixMs | null {
    const { pause = null, accounts = [] } = this.progress ?? {}
    if (pause !== null) return pause.nextAt
    const times = accounts.map(({ nextAt }) => nextAt)
    return times.length === 0 ? null : Math.min(...times)
  }

  /** Sets the progress, so that reports of a running part are ignored. */
  set(progress: WebhookProgress): void {
    this.progress = progress
    this.epoch++
    this.isDirty = true
  }

  /** Ends all waits, because a user has enabled or changed the webhook. */
  renew(): void {
    this.ended = null
    if (this.progress !== null) this.set(renewed(this.progress))
  }

  report(progress: WebhookProgress): void {
    this.progress = progress
    this.isDirty = true
  }

  take({ deliveries, delivered, behind, hasGap }: DeliveredPart): void {
    this.delivered += delivered
    this.#behind = behind
    this.hasGap ||= hasGap
    for (const delivery of deliveries) {
      this.#deliveries.delete(delivery.eventId)
      this.#deliveries.set(delivery.eventId, delivery)
      if (delivery.state !== 'failed') continue
      this.failed++
      this.failuresKept++
      this.unsaved.push(delivery)
    }
    for (const id of this.#deliveries.keys()) {
      if (this.#deliveries.size <= WEBHOOK_DELIVERIES_KEPT) break
      this.#deliveries.delete(id)
    }
  }
}
