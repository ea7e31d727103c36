import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigChange } from '../../../engine/config/book-records.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import type { ConfigKind } from '../../../engine/config/kind.js'
import { kindOf } from '../../../engine/config/kinds.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { FileShelf } from '../files.js'
import { GroupAccess } from '../identity/group-access.js'
import type { Once } from '../remembered-answers.js'
import { DraftView } from './config-draft.js'
import {
  type ConfigPlanner,
  changedRecord,
  fieldOf,
  gapsClosed,
  plannedLine,
} from './config-plan.js'
import type { Plan, Step } from './config-step.js'

/**
 * Changes of settings of every kind (engine/config/kind.ts describes the kinds).
 *
 *   - A change is one transaction: records, configuration version and journal line, or nothing.
 *   - It names the version from which it was made; a stale one gives 409. A change without effect
 *     is answered with neither a new version nor a journal line.
 *   S3. It is published after it is on disk and before the answer, so a client that gets the answer
 *       finds the change everywhere on the front.
 *   - The caller must reach the groups of the record before and after the change, and the groups
 *     that it affects, by the stored profile (actors/desk/settings/config-reach.ts).
 */
export type AnyRecord = ConfigRecords[ConfigKindName]
type Fields = Readonly<Record<string, unknown>>

interface ChangeAsk {
  readonly actor: Actor
  readonly kind: ConfigKindName
  /** True to check the change and return its result without storing it. */
  readonly dryRun?: boolean
}

export interface CreateConfig extends ChangeAsk {
  readonly once?: Once
  /** The fields that the route's schema allows, with secrets as plain text. */
  readonly input: Fields
}

export interface UpdateConfig extends ChangeAsk {
  readonly id: number
  readonly version: number
  readonly input: Fields
  /** True to reset omitted fields to their defaults instead of keeping them. */
  readonly replaces?: boolean
}

export interface RemoveConfig extends ChangeAsk {
  readonly id: number
}

export interface OrderConfig extends ChangeAsk {
  readonly ids: readonly number[]
}

/** The steps of a change in one kind, to be applied and published after it (S3). */
export interface KindSteps<K extends ConfigKindName> {
  readonly kind: K
  readonly steps: readonly Step<K>[]
  /** The future settings, if they were drafted. */
  readonly drafted?: DraftView | undefined
}
export type AnyKindSteps = { readonly [K in ConfigKindName]: KindSteps<K> }[ConfigKindName]

export class ConfigDesk {
  readonly #desk: Desk
  readonly #access: GroupAccess
  readonly #planner: ConfigPlanner
  readonly #shelf: FileShelf

  constructor(desk: Desk, planner: ConfigPlanner) {
    this.#desk = desk
    this.#access = new GroupAccess(desk)
    this.#planner = planner
    this.#shelf = new FileShelf(desk)
  }

  create(request: CreateConfig): Outcome<AnyRecord> {
    return this.#carriedOut(request, this.#planner.create(this.#desk.config, request))
  }

  update(request: UpdateConfig): Outcome<AnyRecord> {
    return this.#fenced(request, () => {
      const planned = this.#planner.update(this.#desk.config, request)
      if (isRefusal(planned)) return planned
      if (planned.did === 'same') return accept(planned.record as AnyRecord)
      return this.#carriedOut(request, planned)
    })
  }

  /** Removes a record and returns null. A dry run returns the record that would be removed. */
  remove(request: RemoveConfig): Outcome<AnyRecord | null> {
    return this.#fenced(request, () => {
      const { config, clock } = this.#desk
      const planned = this.#planner.remove(config, request)
      if (isRefusal(planned)) return planned
      const { kind } = request
      if (request.dryRun === true) return accept(planned.record as AnyRecord)
      const draft = new DraftView(config)
      draft.take(kind, planned.steps)
      const steps = [...planned.steps, ...gapsClosed(kind, draft, clock.now())]
      const removed = this.#carriedOut(request, { ...planned, steps })
      return removed.ok ? accept(null) : removed
    })
  }

  order({ actor, kind: name, ids }: OrderConfig): Outcome<readonly number[]> {
    const kind = kindOf(name)
    const { config, clock } = this.#desk
    const records = config.world.list(name)
    const asked = new Set(ids)
    if (asked.size !== ids.length || asked.size !== records.length) return incomplete(kind)
    if (records.some(({ id }) => !asked.has(id))) return incomplete(kind)
    const refusal = this.#refuseOrder(actor, kind, records, ids)
    if (refusal !== undefined) return refusal
    const field = kind.order === 'priority' ? 'priority' : 'position'
    const places = new Map(ids.map((id, i) => [id, i + 1]))
    const moving = records.filter((record) => fieldOf(record, field) !== places.get(record.id))
    if (moving.length === 0) return accept(ids)
    const steps = moving.map((before) => {
      const content = { ...contentOf<typeof name>(before), [field]: places.get(before.id) }
      const version = kind.order === 'position' ? before.version + 1 : before.version
      const record = changedRecord<typeof name>(before, content, version, clock.now())
      return { id: before.id, before, record, secrets: config.secretsOf(name, before.id) }
    })
    const changes = [{ field: 'order', from: records.map(({ id }) => id), to: ids }]
    return this.change(actor, name, (journal) => {
      const text = `The order of ${name} was changed`
      journal(actor, { kind: 'config', about: { kind: name, id: 0 }, text, changes })
      return [steps, ids]
    })
  }

  /** Refuses an order that changes the relative order of records outside the caller's reach. */
  #refuseOrder<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    records: readonly ConfigRecords[K][],
    ids: readonly number[],
  ): Refusal | undefined {
    const refusals = new Map<number, Refusal>()
    for (const record of records) {
      const refusal = this.#planner.refuseTouch(actor, kind, record)
      if (refusal !== undefined) refusals.set(record.id, refusal)
    }
    const before = records.map(({ id }) => id).filter((id) => refusals.has(id))
    const after = ids.filter((id) => refusals.has(id))
    const moved = before.find((id, i) => after[i] !== id)
    return moved === undefined ? undefined : refusals.get(moved)
  }

  #carriedOut<K extends ConfigKindName>(
    { actor, kind, dryRun = false }: ChangeAsk & { readonly kind: K },
    plan: Plan<K> | Refusal,
  ): Outcome<ConfigRecords[K]> {
    if (isRefusal(plan)) return plan
    const { steps, record } = plan
    if (dryRun) return accept(record)
    return this.change(actor, kind, (journal) => {
      journal(actor, plannedLine(kind, plan))
      return [steps, record]
    })
  }

  /** Makes a change while nobody can begin to trade the symbol (actors/shared/symbol-claims.ts). */
  #fenced<T>({ kind, id }: { kind: ConfigKindName; id: number }, change: () => T): T {
    return kind === 'symbols' ? this.fenced([id], change) : change()
  }

  fenced<T>(symbols: readonly number[], change: () => T): T {
    const { config, symbols: fence } = this.#desk
    return fence.duringAll(symbols, () => config.records.version, change)
  }

  /**
   * One transaction, one configuration version, one event. `work` writes the journal and returns
   * the steps; without steps there is no new version.
   */
  change<K extends ConfigKindName, T>(
    actor: Actor,
    kind: K,
    work: (journal: JournalWriter) => readonly [readonly Step<K>[], T, DraftView?],
  ): Outcome<T> {
    return this.changeKinds(actor, (journal) => {
      const [steps, answer, drafted] = work(journal)
      const made = { kind, steps, drafted } as unknown as AnyKindSteps
      return accept({ made: [made], answer })
    })
  }

  /**
   * Changes records of several kinds in one transaction, with a version and an event for each kind.
   */
  changeKinds<T>(
    actor: Actor,
    work: (
      journal: JournalWriter,
    ) => Outcome<{ readonly made: readonly AnyKindSteps[]; readonly answer: T }>,
  ): Outcome<T> {
    const { config } = this.#desk
    const written: { readonly version: number; readonly made: AnyKindSteps }[] = []
    const outcome = this.#desk.change((journal) => {
      const worked = work(journal)
      if (!worked.ok) return worked
      for (const made of worked.value.made) {
        if (made.steps.length === 0) continue
        for (const step of made.steps) {
          config.write(made.kind, step as Step<typeof made.kind>, actor.login)
          this.#letGo(made.kind, step as Step<typeof made.kind>)
        }
        written.push({ version: config.raiseVersion(), made })
      }
      return accept(worked.value.answer)
    })
    if (outcome.ok) for (const { version, made } of written) this.#tell(version, made)
    return outcome
  }

  /** Releases files to which a record no longer refers. */
  #letGo<K extends ConfigKindName>(name: K, { before, record }: Step<K>): void {
    const kind = kindOf(name)
    if (kind.filesOf === undefined || before === null) return
    const kept = new Set(record === null ? [] : kind.filesOf(contentOf<K>(record)))
    const old = kind.filesOf(contentOf<K>(before))
    for (const file of old) if (!kept.has(file)) this.#shelf.release(file)
  }

  #tell(version: number, { kind, steps, drafted }: AnyKindSteps): void {
    const { config } = this.#desk
    // If a record changed more than once, its last step has the current state.
    const last = new Map(steps.map((step) => [step.id, step]))
    const changed = [...last.values()].flatMap(({ record }) => record ?? [])
    const removed = [...last.values()].filter(({ record }) => record === null).map(({ id }) => id)
    const change = { version, kind, changed, removed } as unknown as ConfigChange
    const before = config.world
    const sealed = new Map([...last].map(([id, { secrets }]) => [id, secrets]))
    config.take(change, sealed, drafted?.world)
    this.#desk.publish({ type: 'config', change })
    this.#access.follow(change, before)
  }
}

function incomplete(kind: ConfigKind<ConfigKindName>): Refusal {
  return refuseField('ids', say('field.all_once', { noun: kind.noun }))
}
