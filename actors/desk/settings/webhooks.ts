import type { AccessFacts } from '../../../engine/access/sign-in.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseMissing } from '../../../engine/config/kind.js'
import type { OpenedWebhook, WebhookRecord } from '../../../engine/config/records/webhook.js'
import { WEBHOOK_EMAIL_EVERY_MS, WEBHOOK_FAILED_KEPT } from '../../../engine/limits/webhooks.js'
import type { StoredWebhook } from '../../../storage/repos/records/webhooks.js'
import { timeText } from '../../../wire/format/time-text.js'
import { letter } from '../../../wire/letters/letter.js'
import type { WebhookTrouble } from '../../../wire/letters/letters.js'
import type {
  WebhookDelivery,
  WebhookProgress,
} from '../../../wire/stored/programs/stored-webhook.js'
import type {
  WebhookAnswer,
  WebhookEnd,
  WebhookTarget,
} from '../../../wire/thread/webhook-messages.js'
import { accept, type OperationsOf, type Outcome } from '../../thread/ask.js'
import { type Actor, SYSTEM } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { accessFactsReader } from '../identity/access-facts.js'
import { StaffReach } from '../identity/staff-reach.js'
import { letterHead } from '../people/letter-head.js'
import { Outbox } from '../people/outbox.js'
import type { Once } from '../remembered-answers.js'
import type { configDesk } from './config.js'

/**
 * Webhooks, besides their settings: secrets, the progress of deliveries, and notices for staff.
 *
 *   - The front has the progress stored about once a second, so that another node can continue from
 *     it.
 *   W2. A caller who sends, replays or re-signs a webhook must be able to manage the login whose
 *       rights it uses.
 *   - When the server disables a webhook or gives up an event, it writes a journal line and sends
 *     an e-mail to staff with the right `config.webhooks`.
 */
type Config = Pick<ReturnType<typeof configDesk>, 'config.create' | 'config.update'>
type WebhookRequest = { readonly actor: Actor; readonly id: number }

/** The data for the deliveries of a webhook. */
export interface WebhookWork {
  readonly record: WebhookRecord
  readonly target: WebhookTarget
  readonly owner: AccessFacts | null
  readonly stored: StoredWebhook | null
}

export interface CreateWebhook {
  readonly actor: Actor
  readonly once?: Once
  readonly dryRun?: boolean
  readonly input: Readonly<Record<string, unknown>>
  /** The event after which the deliveries of the new webhook begin. */
  readonly progress: WebhookProgress
}

export interface SaveWebhooks {
  readonly webhooks: readonly StoredWebhook[]
  readonly failures: readonly { readonly webhook: number; readonly delivery: WebhookDelivery }[]
}

/** A webhook as the front loads it at its start. */
export type LoadedWebhook = StoredWebhook & { readonly failures: number }

const RIGHT = 'config.webhooks'
const NOUN = 'webhook'

export type WebhookOperations = OperationsOf<ReturnType<typeof webhooksDesk>>

export function webhooksDesk(desk: Desk, config: Config) {
  const webhooks = new WebhooksDesk(desk, config)
  const { webhooks: table } = desk.tables
  return {
    'webhooks.load': (): Outcome<readonly LoadedWebhook[]> =>
      accept(table.all().map((one) => ({ ...one, failures: table.failureCount(one.id) }))),
    'webhooks.failures': ({ id }: { readonly id: number }) => accept(table.failures(id)),
    'webhooks.work': ({ id }: { readonly id: number }): Outcome<WebhookWork | null> =>
      accept(webhooks.work(id)),
    'webhooks.create': (request: CreateWebhook) => webhooks.create(request),
    'webhooks.has_secret': (request: HasSecret): Outcome<boolean> =>
      accept(webhooks.opened(request.id)?.secret === request.secret),
    'webhooks.rotate': (request: RotateWebhook) => webhooks.rotate(request),
    'webhooks.test': (request: WebhookRequest) => webhooks.test(request),
    'webhooks.tested': (request: WebhookRequest & { readonly answer: WebhookAnswer }) =>
      webhooks.tested(request),
    'webhooks.replay': (request: ReplayWebhook) => webhooks.replay(request),
    'webhooks.save': (request: SaveWebhooks) => webhooks.save(request),
    'webhooks.end': (request: EndWebhook) => webhooks.end(request),
    'webhooks.forget': ({ ids }: { readonly ids: readonly number[] }): Outcome<null> =>
      desk.change(() => {
        for (const id of ids) table.remove(id)
        return accept(null)
      }),
  }
}

type HasSecret = { readonly id: number; readonly secret: string }

export type RotateWebhook = WebhookRequest & {
  readonly once?: Once
  readonly secret: string
  readonly graceMs: number
}

export type ReplayWebhook = WebhookRequest & {
  readonly once?: Once
  readonly from: string
  readonly progress: WebhookProgress
}

export interface EndWebhook {
  readonly stored: StoredWebhook & { readonly ended: WebhookEnd }
}

class WebhooksDesk {
  readonly #desk: Desk
  readonly #config: Config
  readonly #reach: StaffReach
  readonly #outbox: Outbox
  readonly #facts
  /** The time of the last e-mail about failed events, by webhook. */
  readonly #mailedAt = new Map<number, number>()

  constructor(desk: Desk, config: Config) {
    this.#desk = desk
    this.#config = config
    this.#reach = new StaffReach(desk)
    this.#outbox = new Outbox(desk)
    this.#facts = accessFactsReader(desk)
  }

  opened(id: number): OpenedWebhook | undefined {
    return this.#desk.config.opened('webhooks', this.#desk.seal).find((one) => one.id === id)
  }

  work(id: number): WebhookWork | null {
    const record = this.opened(id)
    if (record === undefined) return null
    const { secret: _, old_secret: __, ...shown } = record
    const owner = this.#facts(record.owner) ?? null
    const stored = this.#desk.tables.webhooks.get(id) ?? null
    return { record: shown, target: this.#targetOf(record), owner, stored }
  }

  create({ actor, input, dryRun = false, progress }: CreateWebhook): Outcome<WebhookRecord> {
    const asked = { actor, kind: 'webhooks', input, dryRun } as const
    const created = this.#config['config.create'](asked) as Outcome<WebhookRecord>
    if (!created.ok || dryRun) return created
    const { id } = created.value
    const begun = this.#desk.change(() => {
      this.#desk.tables.webhooks.put({ id, progress, ended: null })
      return accept(null)
    })
    return begun.ok ? created : begun
  }

  rotate({ actor, id, secret, graceMs }: RotateWebhook): Outcome<WebhookRecord> {
    const record = this.#managed(actor, id)
    if (isRefusal(record)) return record
    const isKept = graceMs > 0 && record.secret !== ''
    const until = new Date(this.#desk.clock.now() + graceMs).toISOString()
    const old = isKept
      ? { old_secret: record.secret, old_secret_until: until }
      : { old_secret: '', old_secret_until: null }
    const input = { secret, ...old }
    const { version } = record
    const asked = { actor, kind: 'webhooks', id, version, input } as const
    return this.#config['config.update'](asked) as Outcome<WebhookRecord>
  }

  test({ actor, id }: WebhookRequest): Outcome<WebhookTarget> {
    const record = this.#managed(actor, id)
    return isRefusal(record) ? record : accept(this.#targetOf(record))
  }

  tested({
    actor,
    id,
    answer,
  }: WebhookRequest & { readonly answer: WebhookAnswer }): Outcome<null> {
    const outcome = answer.error === '' ? 'was accepted' : `failed: ${answer.error}`
    return this.#journaled(actor, id, (name) => `A test of the webhook ${name} ${outcome}`)
  }

  replay({ actor, id, from, progress }: ReplayWebhook): Outcome<null> {
    const record = this.#managed(actor, id)
    if (isRefusal(record)) return record
    const { webhooks } = this.#desk.tables
    const ended = webhooks.get(id)?.ended ?? null
    return this.#desk.change((journal) => {
      webhooks.put({ id, progress, ended })
      webhooks.removeFailures(id)
      const text = `The webhook ${record.name} delivers the events after ${from} again`
      journal(actor, { kind: 'config', about: { kind: 'webhooks', id }, text })
      return accept(null)
    })
  }

  /** Stores the progress of webhooks. Skips webhooks that were deleted meanwhile. */
  save({ webhooks, failures }: SaveWebhooks): Outcome<null> {
    const table = this.#desk.tables.webhooks
    let isMailed = false
    const saved = this.#desk.change((journal) => {
      for (const one of webhooks) if (this.#record(one.id) !== undefined) table.put(one)
      for (const { webhook, delivery } of failures) {
        const record = this.#record(webhook)
        if (record === undefined) continue
        table.addFailure(webhook, delivery, WEBHOOK_FAILED_KEPT)
        isMailed = this.#tellFailure(record, delivery, journal) || isMailed
      }
      return accept(null)
    })
    if (saved.ok && isMailed) this.#outbox.announce()
    return saved
  }

  end({ stored }: EndWebhook): Outcome<null> {
    const { id, ended } = stored
    const record = this.#record(id)
    if (record === undefined) return accept(null)
    if (record.enabled) {
      const { version } = record
      const input = { enabled: false }
      const asked = { actor: SYSTEM, kind: 'webhooks', id, version, input } as const
      const changed = this.#config['config.update'](asked)
      if (!changed.ok) return changed
    }
    const told = this.#desk.change((journal) => {
      this.#desk.tables.webhooks.put(stored)
      const text = `The server disabled the webhook ${record.name}: ${WHY_ENDED[ended]}`
      journal(SYSTEM, { kind: 'config', about: { kind: 'webhooks', id }, text })
      this.#mail(record, ended)
      return accept(null)
    })
    if (told.ok) this.#outbox.announce()
    return told
  }

  /** Reports a failed delivery. Returns true if an e-mail was queued. */
  #tellFailure(
    record: WebhookRecord,
    { eventId, error }: WebhookDelivery,
    journal: JournalWriter,
  ): boolean {
    const { id, name } = record
    const text = `The webhook ${name} gave up the event ${eventId} after 3 days: ${error}`
    journal(SYSTEM, { kind: 'config', about: { kind: 'webhooks', id }, text })
    const now = this.#desk.clock.now()
    if (now - (this.#mailedAt.get(id) ?? 0) < WEBHOOK_EMAIL_EVERY_MS) return false
    this.#mailedAt.set(id, now)
    this.#mail(record, 'failed')
    return true
  }

  /** Queues an e-mail inside a change. A full outbox does not prevent the change. */
  #mail({ name, url }: WebhookRecord, trouble: WebhookTrouble): void {
    const { tables, clock } = this.#desk
    const at = timeText(clock.now())
    for (const { login, active } of tables.staff.holding(RIGHT)) {
      const account = tables.accounts.get(login)
      if (!active || account === undefined || account.email === '') continue
      const { host } = new URL(url)
      const head = letterHead(this.#desk, account.group)
      const content = letter('webhook', { name, host, at, trouble }, account.language, head)
      this.#outbox.add({ kind: 'webhook', login, to: account.email, content })
    }
  }

  #record(id: number): WebhookRecord | undefined {
    return this.#desk.config.world.get('webhooks', id)
  }

  /** A webhook that the caller may use (W2). */
  #managed(actor: Actor, id: number): OpenedWebhook | Refusal {
    const caller = this.#reach.holder(actor, RIGHT)
    if (isRefusal(caller)) return caller
    const record = this.opened(id)
    if (record === undefined) return refuseMissing(NOUN, id)
    return this.#reach.refuseActingFor(caller, record.owner) ?? record
  }

  /** The receiver, with the secrets that sign. During a rotation both do. */
  #targetOf({ url, secret, old_secret: old, old_secret_until: until }: OpenedWebhook) {
    const isOldGood = until !== null && Date.parse(until) > this.#desk.clock.now()
    const secrets = [secret, ...(isOldGood ? [old] : [])].filter((one) => one !== '')
    return { url, secrets }
  }

  #journaled(actor: Actor, id: number, textOf: (name: string) => string): Outcome<null> {
    const text = textOf(this.#record(id)?.name ?? String(id))
    return this.#desk.change((journal) => {
      journal(actor, { kind: 'config', about: { kind: 'webhooks', id }, text })
      return accept(null)
    })
  }
}

const WHY_ENDED: Readonly<Record<WebhookEnd, string>> = {
  gone: 'the receiver answered 410',
  silent: 'the receiver accepted no event for 3 days',
}
