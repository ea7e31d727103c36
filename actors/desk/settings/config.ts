import { type Refusal, refuse } from '../../../engine/code.js'
import type { BookRecords, ConfigChange } from '../../../engine/config/book-records.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import {
  type ConfigKind,
  changedFields,
  refuseMissing,
  refuseStale,
  sameValue,
} from '../../../engine/config/kind.js'
import { kindOf } from '../../../engine/config/kinds.js'
import type { OpenedDatafeed } from '../../../engine/config/records/datafeed.js'
import type { OpenedGateway } from '../../../engine/config/records/gateway.js'
import { refuseInput } from '../../../wire/answer/errors.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import { accept, type Handlers, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk, JournalWriter } from '../desk.js'
import { GroupAccess } from '../identity/group-access.js'
import type { Once } from '../remembered-answers.js'
import { ConfigReach } from './config-reach.js'
import { openedRecord, type Sealed, sealedContent } from './config-secrets.js'
import { contentOf } from './config-store.js'

/**
 * How settings of every kind change (engine/config/kind.ts describes the kinds).
 *
 *   S1. A change is one transaction: records, configuration version and journal line, or nothing.
 *   S2. It names the version it was made from; a stale one is 409. What changes nothing is answered
 *       as it is: no version, no line.
 *   S3. It is published after it is on disk and before it is answered, so whoever hears the answer
 *       finds the change everywhere on the front.
 *   S4. Who asks reaches the groups that the record is about, before and after, and those that feel the
 *       change, by their profile as it is stored (actors/desk/settings/config-reach.ts).
 */
export interface ConfigOperations {
  /** All settings at their version, secrets masked. */
  'config.records': { readonly request: null; readonly answer: BookRecords }
  'config.create': { readonly request: CreateConfig; readonly answer: AnyRecord }
  'config.update': { readonly request: UpdateConfig; readonly answer: AnyRecord }
  'config.remove': { readonly request: RemoveConfig; readonly answer: null }
  /** Answers the ids in their new order. */
  'config.order': { readonly request: OrderConfig; readonly answer: readonly number[] }
  /** With their secrets opened: for the links thread only. */
  'config.opened_datafeeds': {
    readonly request: null
    readonly answer: readonly OpenedDatafeed[]
  }
  'config.opened_gateways': {
    readonly request: null
    readonly answer: readonly OpenedGateway[]
  }
}

type AnyRecord = ConfigRecords[ConfigKindName]
type Fields = Readonly<Record<string, unknown>>

interface Asked {
  readonly actor: Actor
  readonly kind: ConfigKindName
}

export interface CreateConfig extends Asked {
  readonly once?: Once
  /** What the schema of the kind's route let through; secrets in the clear. */
  readonly input: Fields
}

export interface UpdateConfig extends Asked {
  readonly id: number
  readonly version: number
  readonly input: Fields
  /** Fields that are left out go back to their defaults instead of staying. */
  readonly replaces?: boolean
}

export interface RemoveConfig extends Asked {
  readonly id: number
}

export interface OrderConfig extends Asked {
  readonly ids: readonly number[]
}

export function configDesk(desk: Desk): Handlers<ConfigOperations> {
  const config = new ConfigDesk(desk)
  return {
    'config.records': () => accept(desk.config.records),
    'config.create': (request) => config.create(request),
    'config.update': (request) => config.update(request),
    'config.remove': (request) => config.remove(request),
    'config.order': (request) => config.order(request),
    'config.opened_datafeeds': () =>
      accept(desk.config.opened('datafeeds', desk.seal) as unknown as readonly OpenedDatafeed[]),
    'config.opened_gateways': () =>
      accept(desk.config.opened('gateways', desk.seal) as unknown as readonly OpenedGateway[]),
  }
}

/** What a transaction made, to be taken over and told after it (S3). */
interface Made<K extends ConfigKindName> {
  readonly changed: ConfigRecords[K][]
  readonly removed: number[]
  readonly secrets: Map<number, Sealed>
}

class ConfigDesk {
  readonly #desk: Desk
  readonly #access: GroupAccess
  readonly #reach: ConfigReach

  constructor(desk: Desk) {
    this.#desk = desk
    this.#access = new GroupAccess(desk)
    this.#reach = new ConfigReach(desk)
  }

  create({ actor, kind: name, ...request }: CreateConfig): Outcome<AnyRecord> {
    const kind = kindOf(name)
    const input = kind.given?.(request.input, null, actor.login) ?? request.input
    const { config, seal, clock } = this.#desk
    const outside = this.#reach.refuseContent(actor, kind, kind.defaults(publicFields(kind, input)))
    if (outside !== undefined) return outside
    return this.#change(name, (journal, made) => {
      const id = config.takeId(name)
      const base = kind.defaults(publicFields(kind, input))
      const sealed = sealedContent(seal, { kind: name, id }, kind.secrets ?? [], base, input, {})
      const placed = this.#placed(kind, sealed.content, made)
      const content = this.#valid(kind, id, { content: placed, secrets: sealed.secrets }, null)
      if (isRefusal(content)) return content
      const { record } = config.insert(name, id, content, sealed.secrets, clock.now())
      made.changed.push(record)
      made.secrets.set(id, sealed.secrets)
      const changes = fieldChanges(kind, {}, content, {}, sealed.secrets)
      journal(actor, { kind: 'config', text: `${titleOf(kind, content)} was created`, changes })
      return accept(record)
    })
  }

  update(request: UpdateConfig): Outcome<AnyRecord> {
    return this.#fenced(request, () => this.#update(request))
  }

  remove(request: RemoveConfig): Outcome<null> {
    return this.#fenced(request, () => this.#remove(request))
  }

  #update(request: UpdateConfig): Outcome<AnyRecord> {
    const { actor, kind: name, id, version } = request
    const kind = kindOf(name)
    const { config, seal, clock } = this.#desk
    const before = config.world.get(name, id)
    if (before === undefined) return refuseMissing(kind.noun, id)
    const old = contentOf<typeof name>(before)
    const input = kind.given?.(request.input, old, actor.login) ?? request.input
    const given = publicFields(kind, input)
    const base = request.replaces === true ? kind.defaults(given) : { ...old, ...given }
    const outside =
      this.#reach.refuseTouch(actor, kind, before) ?? this.#reach.refuseContent(actor, kind, base)
    if (outside !== undefined) return outside
    if (before.version !== version) return refuseStale(kind.noun, before.version)
    const place = { kind: name, id }
    const kept = config.secretsOf(name, id)
    const sealed = sealedContent(seal, place, kind.secrets ?? [], base, input, kept)
    const content = this.#valid(kind, id, sealed, before)
    if (isRefusal(content)) return content
    if (sameValue(old, content) && sameValue(kept, sealed.secrets)) return accept(before)
    const refusal = kind.refuseChange?.(before, content, config.world)
    if (refusal !== undefined) return refusal
    return this.#change(name, (journal, made) => {
      const next = version + 1
      const { record } = config.update(name, before, content, sealed.secrets, next, clock.now())
      made.changed.push(record)
      made.secrets.set(id, sealed.secrets)
      const changes = fieldChanges(kind, old, content, kept, sealed.secrets)
      const fields = changes.map(({ field }) => field).join(', ')
      const text = `${titleOf(kind, old)} was changed: ${fields}`
      journal(actor, { kind: 'config', text, changes })
      return accept(record)
    })
  }

  #remove({ actor, kind: name, id }: RemoveConfig): Outcome<null> {
    const kind = kindOf(name)
    const { config, clock } = this.#desk
    const record = config.world.get(name, id)
    if (record === undefined) return refuseMissing(kind.noun, id)
    const refusal =
      this.#reach.refuseTouch(actor, kind, record) ?? kind.refuseDelete?.(record, config.world)
    if (refusal !== undefined) return refusal
    return this.#change(name, (journal, made) => {
      config.remove(name, id)
      made.removed.push(id)
      if (kind.order === 'position') {
        for (const later of followers(config.world.list(name), record)) {
          const content = moved(later, -1)
          const kept = config.secretsOf(name, later.id)
          const { version } = later
          made.changed.push(config.update(name, later, content, kept, version, clock.now()).record)
        }
      }
      const text = `${titleOf(kind, contentOf(record))} was deleted`
      journal(actor, { kind: 'config', text })
      return accept(null)
    })
  }

  order({ actor, kind: name, ids }: OrderConfig): Outcome<readonly number[]> {
    const kind = kindOf(name)
    const { config, clock } = this.#desk
    const records = config.world.list(name)
    const asked = new Set(ids)
    if (asked.size !== ids.length || asked.size !== records.length) return incomplete(kind)
    if (records.some(({ id }) => !asked.has(id))) return incomplete(kind)
    for (const record of records) {
      const outside = this.#reach.refuseTouch(actor, kind, record)
      if (outside !== undefined) return outside
    }
    const field = kind.order === 'priority' ? 'priority' : 'position'
    const places = new Map(ids.map((id, i) => [id, i + 1]))
    const moving = records.filter((record) => fieldOf(record, field) !== places.get(record.id))
    if (moving.length === 0) return accept(ids)
    return this.#change(name, (journal, made) => {
      for (const record of moving) {
        const content = { ...contentOf<typeof name>(record), [field]: places.get(record.id) }
        const next = kind.order === 'position' ? record.version + 1 : record.version
        const kept = config.secretsOf(name, record.id)
        made.changed.push(config.update(name, record, content, kept, next, clock.now()).record)
      }
      const changes = [{ field: 'order', from: records.map(({ id }) => id), to: ids }]
      journal(actor, { kind: 'config', text: `The order of ${name} was changed`, changes })
      return accept(ids)
    })
  }

  /** Nobody begins to trade a symbol while it is asked whether anybody has (actors/shared/symbol-claims.ts). */
  #fenced<T>({ kind, id }: { kind: ConfigKindName; id: number }, change: () => T): T {
    const { config, symbols } = this.#desk
    if (kind !== 'symbols') return change()
    return symbols.during(id, () => config.records.version, change)
  }

  #change<K extends ConfigKindName, T>(
    kind: K,
    work: (journal: JournalWriter, made: Made<K>) => Outcome<T>,
  ): Outcome<T> {
    const { config } = this.#desk
    const made: Made<K> = { changed: [], removed: [], secrets: new Map() }
    let version = 0
    const outcome = this.#desk.change((journal) => {
      const worked = work(journal, made)
      if (worked.ok) version = config.raiseVersion()
      return worked
    })
    if (!outcome.ok) return outcome
    const { changed, removed, secrets } = made
    const change = { version, kind, changed, removed } as unknown as ConfigChange
    const before = config.world
    config.take(change, secrets)
    this.#desk.publish({ type: 'config', change })
    this.#access.follow(change, before)
    return outcome
  }

  /** A new record gets its place: the end, or the asked one, where the later ones move down. */
  #placed<K extends ConfigKindName>(kind: ConfigKind<K>, content: Content<K>, made: Made<K>) {
    if (kind.order === undefined || kind.order === 'priority') return content
    const { config, clock } = this.#desk
    const records = config.world.list(kind.kind)
    const end = (records.at(-1) === undefined ? 0 : fieldOf(records.at(-1), 'position')) + 1
    const asked = fieldOf(content, 'position')
    const position = asked > 0 && asked < end ? asked : end
    const later = position === end ? [] : records.filter((r) => fieldOf(r, 'position') >= position)
    for (const record of later) {
      const kept = config.secretsOf(kind.kind, record.id)
      const content = moved<K>(record, 1)
      const { version } = record
      made.changed.push(
        config.update(kind.kind, record, content, kept, version, clock.now()).record,
      )
    }
    return { ...content, position }
  }

  #valid<K extends ConfigKindName>(
    kind: ConfigKind<K>,
    id: number,
    given: { readonly content: Content<K>; readonly secrets: Sealed },
    self: ConfigRecords[K] | null,
  ): Content<K> | Refusal {
    const { config, seal } = this.#desk
    const { world } = config
    const content = kind.normal?.(given.content) ?? given.content
    const faults = kind.check(content, world, self)
    if (faults.length > 0) return refuseInput(faults)
    if (kind.checkOpened !== undefined) {
      const place = { kind: kind.kind, id }
      const opened = openedRecord(seal, place, [], content as object, given.secrets)
      const wrong = kind.checkOpened(opened as unknown as Content<K>, world.facts)
      if (wrong.length > 0) return refuseInput(wrong)
    }
    const name = kind.nameOf(content)
    const holder = world.named(kind.kind, name)
    if (holder === undefined || holder.id === self?.id) return content
    return refuse('conflict', `The name ${name} is taken by another ${kind.noun}. Choose another.`)
  }
}

/** Secrets never reach the content: they are sealed beside it. */
function publicFields<K extends ConfigKindName>(kind: ConfigKind<K>, input: Fields): Fields {
  const secrets = new Set(kind.secrets ?? [])
  const fields = Object.entries(input).filter(
    ([name, value]) => !secrets.has(name) && value !== undefined,
  )
  return Object.fromEntries(fields)
}

/** The changed fields for the journal; of a secret only that it changed. */
function fieldChanges<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  before: object,
  after: object,
  sealedBefore: Sealed,
  sealedAfter: Sealed,
): FieldChange[] {
  const from = before as Fields
  const to = after as Fields
  const isFlag = (field: string): boolean =>
    (kind.secrets ?? []).some((secret) => field === `has_${secret}`)
  const changes = changedFields(from, to)
    .filter((field) => !isFlag(field))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
  const secrets = changedFields(sealedBefore, sealedAfter)
  return [...changes, ...secrets.map((field) => ({ field, from: null, to: null }))]
}

function titleOf<K extends ConfigKindName>(kind: ConfigKind<K>, content: Content<K>): string {
  const noun = kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1)
  return `${noun} ${kind.nameOf(content)}`
}

function followers<R extends AnyRecord>(records: readonly R[], record: R): R[] {
  const place = fieldOf(record, 'position')
  return records.filter((other) => fieldOf(other, 'position') > place)
}

function moved<K extends ConfigKindName>(record: ConfigRecords[K], by: number): Content<K> {
  return { ...contentOf(record), position: fieldOf(record, 'position') + by } as Content<K>
}

function fieldOf(record: unknown, field: 'position' | 'priority'): number {
  return (record as Readonly<Record<string, number>>)[field] ?? 0
}

function isRefusal(value: object): value is Refusal {
  return 'ok' in value && value.ok === false
}

function incomplete(kind: ConfigKind<ConfigKindName>): Refusal {
  return refuse('invalid_input', `ids: must list every ${kind.noun} exactly once`)
}
