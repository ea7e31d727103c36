import { isRefusal, type Refusal } from '../../../engine/code.js'
import type {
  ConfigKindName,
  ConfigRecords,
  Content,
} from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import {
  type ConfigKind,
  changedFields,
  groupMasks,
  refuseMissing,
  refuseStale,
  sameValue,
  sealedFields,
} from '../../../engine/config/kind.js'
import { kindOf } from '../../../engine/config/kinds.js'
import { faultsOf, refuseGoing } from '../../../engine/config/references.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FieldChange } from '../../../wire/stored/journal-line.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { ConfigReach } from './config-reach.js'
import {
  openedRecord,
  type SealedContent,
  type SealedSecrets,
  sealedContent,
} from './config-secrets.js'
import type { NoChange, Plan, SettingsView, Step } from './config-step.js'
import { recordOf } from './config-store.js'

/**
 * Plans a change of one record against given settings: the steps to write, or the refusal. Writes
 * nothing, so dry runs use it too.
 */
export class ConfigPlanner {
  readonly #desk: Desk
  readonly #reach: ConfigReach

  constructor(desk: Desk) {
    this.#desk = desk
    this.#reach = new ConfigReach(desk)
  }

  /** Refuses a record that the caller may not change. */
  refuseTouch<K extends ConfigKindName>(
    actor: Actor,
    kind: ConfigKind<K>,
    record: ConfigRecords[K],
  ): Refusal | undefined {
    return this.#reach.refuseTouch(actor, kind, record)
  }

  create<K extends ConfigKindName>(
    standing: SettingsView,
    { actor, kind: name, input: asked }: PlannedCreate<K>,
  ): Plan<K> | Refusal {
    const kind = kindOf(name)
    const input = kind.given?.(asked, null, actor.login) ?? asked
    const given = kind.defaults(publicFields(kind, input))
    const outside = this.#reach.refuseContent(actor, kind, given)
    if (outside !== undefined) return outside
    const { seal, clock } = this.#desk
    const id = standing.nextId(name)
    const sealed = sealedContent(seal, { kind, id }, given, input, null)
    const now = clock.now()
    const [placed, moves] = this.#placed(kind, sealed.content, standing, now)
    const { secrets } = sealed
    const content = this.#valid(kind, id, { ...sealed, content: placed }, null, standing)
    if (isRefusal(content)) return content
    const refusal = kind.refuseCreate?.(content, standing.world)
    if (refusal !== undefined) return refusal
    const record = recordOf<K>(id, 1, { created_at: now, updated_at: now }, content)
    const also = this.#also(kind, content, null, standing)
    return {
      did: 'created',
      record,
      steps: [{ id, before: null, record, secrets }, ...moves, ...also.steps],
      text: [`${titleOf(kind, content)} was created`, ...also.texts].join('; '),
      changes: fieldChanges(kind, {}, content, {}, secrets),
      ...told(kind, content),
    }
  }

  update<K extends ConfigKindName>(
    standing: SettingsView,
    asked: PlannedUpdate<K>,
  ): Plan<K> | NoChange<K> | Refusal {
    const { actor, kind: name, id } = asked
    const kind = kindOf(name)
    const before = standing.world.get(name, id)
    if (before === undefined) return refuseMissing(kind.noun, id)
    const old = contentOf<K>(before)
    const input = kind.given?.(asked.input, old, actor.login) ?? asked.input
    const given = publicFields(kind, input)
    const replaced = kind.cleared ?? kind.defaults
    const whole = asked.replaces === true ? replaced(given) : { ...old, ...given }
    const [base, moves] = this.#moved(kind, before, whole, standing)
    const outside =
      this.#reach.refuseTouch(actor, kind, before) ?? this.#reach.refuseContent(actor, kind, base)
    if (outside !== undefined) return outside
    const isStale = before.version !== (asked.version ?? before.version)
    if (isStale && asked.sameIsFine !== true) return this.#stale(kind, before)
    const { seal, clock } = this.#desk
    const kept = standing.secretsOf(name, id)
    const stored = { content: old, secrets: kept }
    const sealed = sealedContent(seal, { kind, id }, base, input, stored, asked.dryRun)
    // This is checked first: an unchanged record stays valid, even if its references were deleted.
    if (sameValue(old, kind.normal(sealed.content)) && sameValue(kept, sealed.secrets)) {
      return { did: 'same', record: before }
    }
    if (isStale) return this.#stale(kind, before)
    const content = this.#valid(kind, id, sealed, before, standing)
    if (isRefusal(content)) return content
    const refusal = kind.refuseChange?.(before, content, standing.world)
    if (refusal !== undefined) return refusal
    const { secrets } = sealed
    const record = changedRecord(before, content, before.version + 1, clock.now())
    const changes = fieldChanges(kind, old, content, kept, secrets)
    const also = this.#also(kind, content, before, standing)
    const fields = changes.map(({ field }) => field).join(', ')
    return {
      did: 'changed',
      record,
      steps: [{ id, before, record, secrets }, ...moves, ...also.steps],
      text: [`${titleOf(kind, old)} was changed: ${fields}`, ...also.texts].join('; '),
      changes,
      ...told(kind, old, content),
    }
  }

  /**
   * A change made from an older version: the answer has the current record, and who changed it
   * last.
   */
  #stale<K extends ConfigKindName>(kind: ConfigKind<K>, record: ConfigRecords[K]): Refusal {
    const { id, version, updated_at } = record
    const updated_by = this.#desk.config.updatedBy(kind.kind, id)
    return {
      ...refuseStale(kind.noun, version),
      told: { version, updated_at, updated_by, record },
    }
  }

  /** Plans a removal. Later records keep their places until `gapsClosed` moves them up. */
  remove<K extends ConfigKindName>(
    standing: SettingsView,
    { actor, kind: name, id }: PlannedRemove<K>,
  ): Plan<K> | Refusal {
    const kind = kindOf(name)
    const { world } = standing
    const record = world.get(name, id)
    if (record === undefined) return refuseMissing(kind.noun, id)
    const refusal = this.#reach.refuseTouch(actor, kind, record) ?? refuseGoing(kind, record, world)
    if (refusal !== undefined) return refusal
    return {
      did: 'removed',
      record,
      changes: [],
      steps: [{ id, before: record, record: null, secrets: {} }],
      text: `${titleOf(kind, contentOf<K>(record))} was deleted`,
      ...told(kind, contentOf<K>(record)),
    }
  }

  /** True if a record with that name equals the one to be created, wherever it is in its list. */
  made<K extends ConfigKindName>(
    standing: SettingsView,
    { actor, kind: name, input: asked, dryRun }: PlannedCreate<K>,
  ): NoChange<K> | undefined {
    const kind = kindOf(name)
    const input = kind.given?.(asked, null, actor.login) ?? asked
    const wanted = kind.defaults(publicFields(kind, input))
    const normal = kind.normal(wanted)
    const there = standing.world.named(name, kind.nameOf(normal))
    if (there === undefined || this.#reach.refuseTouch(actor, kind, there)) return undefined
    const kept = standing.secretsOf(name, there.id)
    const stored = { content: contentOf<K>(there), secrets: kept }
    const { seal } = this.#desk
    const self = { kind, id: there.id }
    const { content, secrets } = sealedContent(seal, self, normal, input, stored, dryRun)
    const differs = changedFields(stored.content as Fields, content as Fields)
    const isSame = differs.every((field) => field === 'position') && sameValue(kept, secrets)
    return isSame ? { did: 'same', record: there } : undefined
  }

  /**
   * The steps of other records that change together with this one, and their texts for the journal.
   */
  #also<K extends ConfigKindName>(
    kind: ConfigKind<K>,
    content: Content<K>,
    self: ConfigRecords[K] | null,
    standing: SettingsView,
  ): { readonly steps: readonly Step<K>[]; readonly texts: readonly string[] } {
    const others = kind.also?.(content, self, standing.world) ?? []
    const now = this.#desk.clock.now()
    const steps = others.map(({ record: before, content: after }) => ({
      id: before.id,
      before,
      record: changedRecord(before, after, before.version + 1, now),
      secrets: standing.secretsOf(kind.kind, before.id),
    }))
    return { steps, texts: others.map(({ text }) => text) }
  }

  /**
   * Places a new record at the requested place, at the place of its kind, or at the end. Later
   * records move down.
   */
  #placed<K extends ConfigKindName>(
    kind: ConfigKind<K>,
    content: Content<K>,
    standing: SettingsView,
    now: number,
  ): readonly [Content<K>, readonly Step<K>[]] {
    if (kind.order === undefined || kind.order === 'priority') return [content, []]
    const records = standing.world.list(kind.kind)
    const last = records.at(-1)
    const end = (last === undefined ? 0 : fieldOf(last, 'position')) + 1
    const own = fieldOf(content, 'position')
    const asked = own > 0 ? own : (kind.newPlace?.(content, standing.world) ?? end)
    const position = Math.min(asked, end)
    const later = position === end ? [] : records.filter((r) => fieldOf(r, 'position') >= position)
    const moves = later.map((record) => {
      const secrets = standing.secretsOf(kind.kind, record.id)
      return placedStep(record, fieldOf(record, 'position') + 1, secrets, now)
    })
    return [{ ...content, position }, moves]
  }

  /**
   * Moves a record, and those that make room for it; 0 and places past the end mean the last place.
   */
  #moved<K extends ConfigKindName>(
    kind: ConfigKind<K>,
    before: ConfigRecords[K],
    content: Content<K>,
    standing: SettingsView,
  ): readonly [Content<K>, readonly Step<K>[]] {
    const [from, asked] = [fieldOf(before, 'position'), fieldOf(content, 'position')]
    if (kind.order !== 'position' || asked === from) return [content, []]
    const others = standing.world.list(kind.kind).filter(({ id }) => id !== before.id)
    const position = asked > 0 && asked <= others.length ? asked : others.length + 1
    const now = this.#desk.clock.now()
    const moves = others.flatMap((record, i) => {
      const place = i + (i + 1 < position ? 1 : 2)
      if (fieldOf(record, 'position') === place) return []
      return [placedStep(record, place, standing.secretsOf(kind.kind, record.id), now)]
    })
    return [{ ...content, position }, moves]
  }

  #valid<K extends ConfigKindName>(
    kind: ConfigKind<K>,
    id: number,
    given: SealedContent<Content<K>>,
    self: ConfigRecords[K] | null,
    { world }: SettingsView,
  ): Content<K> | Refusal {
    const { seal } = this.#desk
    const content = kind.normal(given.content)
    // A secret whose target changes is not also reported as missing.
    const moved = new Set(given.faults.map(({ path }) => path))
    const others = faultsOf(kind, content, world, self).filter(({ path }) => !moved.has(path))
    const faults = [...given.faults, ...others]
    if (faults.length > 0) return refuseInput(faults)
    if (kind.checkOpened !== undefined) {
      const place = { kind: kind.kind, id }
      const opened = openedRecord(seal, place, [], content as object, given.secrets)
      const wrong = kind.checkOpened(opened as unknown as Content<K>, world.facts)
      if (wrong.length > 0) return refuseInput(wrong)
    }
    if (kind.sharesNames === true) return content
    const name = kind.nameOf(content)
    const holder = world.named(kind.kind, name)
    if (holder === undefined || holder.id === self?.id) return content
    return because('conflict.name_taken', { name, noun: kind.noun })
  }
}

type Fields = Readonly<Record<string, unknown>>

interface PlanAsk<K extends ConfigKindName> {
  readonly actor: Actor
  readonly kind: K
  /** True for a dry run, which does not compare a given secret with the stored one. */
  readonly dryRun?: boolean
}

export interface PlannedCreate<K extends ConfigKindName> extends PlanAsk<K> {
  readonly input: Fields
}

export interface PlannedUpdate<K extends ConfigKindName> extends PlanAsk<K> {
  readonly id: number
  /** The version that the change is based on; undefined accepts any version. */
  readonly version?: number
  readonly input: Fields
  readonly replaces?: boolean
  /** True to accept a stale version if the record already has the requested content. */
  readonly sameIsFine?: boolean
}

export interface PlannedRemove<K extends ConfigKindName> extends PlanAsk<K> {
  readonly id: number
}

/** The moves that close gaps: in kinds with numbered places, later records move up. */
export function gapsClosed<K extends ConfigKindName>(
  name: K,
  standing: SettingsView,
  now: number,
): Step<K>[] {
  if (kindOf(name).order !== 'position') return []
  return standing.world.list(name).flatMap((record, i) => {
    if (fieldOf(record, 'position') === i + 1) return []
    return [placedStep(record, i + 1, standing.secretsOf(name, record.id), now)]
  })
}

/** The record moved to another place. Its version stays. */
function placedStep<K extends ConfigKindName>(
  before: ConfigRecords[K],
  position: number,
  secrets: SealedSecrets,
  now: number,
): Step<K> {
  const content = { ...contentOf<K>(before), position }
  const record = changedRecord(before, content, before.version, now)
  return { id: before.id, before, record, secrets }
}

export function changedRecord<K extends ConfigKindName>(
  before: ConfigRecords[K],
  content: Content<K>,
  version: number,
  now: number,
): ConfigRecords[K] {
  const at = { created_at: Date.parse(before.created_at), updated_at: now }
  return recordOf<K>(before.id, version, at, content)
}

export function fieldOf(record: unknown, field: 'position' | 'priority'): number {
  return (record as Readonly<Record<string, number>>)[field] ?? 0
}

/** The fields without secrets, because secrets are encrypted outside of the content. */
function publicFields<K extends ConfigKindName>(kind: ConfigKind<K>, input: Fields): Fields {
  const secrets = new Set(sealedFields(kind))
  const fields = Object.entries(input).filter(
    ([name, value]) => !secrets.has(name) && value !== undefined,
  )
  return Object.fromEntries(fields)
}

/** The groups that a journal line is about: those before and after the change. */
function told<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  ...contents: readonly Content<K>[]
): Pick<Plan<K>, 'masks'> {
  const masks = contents.flatMap((content) => groupMasks(kind, content) ?? [])
  return masks.length === 0 ? {} : { masks: [...new Set(masks)] }
}

/** The journal line about a change of one record. */
export function plannedLine(
  kind: ConfigKindName,
  { record, text, changes, masks }: Plan<ConfigKindName>,
) {
  const about = { kind, id: record.id }
  return {
    kind: 'config' as const,
    about,
    text,
    changes,
    ...(masks === undefined ? {} : { masks }),
  }
}

/** The changed fields for the journal; for a secret only that it changed. */
export function fieldChanges<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  before: object,
  after: object,
  sealedBefore: SealedSecrets,
  sealedAfter: SealedSecrets,
): FieldChange[] {
  const from = before as Fields
  const to = after as Fields
  const isFlag = (field: string): boolean =>
    sealedFields(kind).some((secret) => field === `has_${secret}`)
  const changes = changedFields(from, to)
    .filter((field) => !isFlag(field))
    .map((field) => ({ field, from: from[field] ?? null, to: to[field] ?? null }))
  const secrets = changedFields(sealedBefore, sealedAfter)
  return [...changes, ...secrets.map((field) => ({ field, from: null, to: null }))]
}

/** The name of the record at the beginning of journal sentences. */
export function titleOf<K extends ConfigKindName>(
  kind: ConfigKind<K>,
  content: Content<K>,
): string {
  const noun = kind.noun.charAt(0).toUpperCase() + kind.noun.slice(1)
  return `${noun} ${kind.nameOf(content)}`
}
