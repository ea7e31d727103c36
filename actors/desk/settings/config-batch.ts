import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigKindName } from '../../../engine/config/config-records.js'
import { isMarginKind, type MarginRecord } from '../../../engine/config/margin-kinds.js'
import type { BrandRecord } from '../../../engine/config/records/brand.js'
import { STAFF_KIND } from '../../../engine/config/transfer/kinds.js'
import {
  CONFIG_BATCHES_MAX,
  CONFIG_SLICE_ITEMS_MAX,
  CONFIG_SLICE_MS,
} from '../../../engine/limits/settings.js'
import { because } from '../../../engine/reasons/reasons.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import { FileShelf } from '../files.js'
import { type StaffImport, StaffImports } from '../identity/staff-import.js'
import type { ConfigDesk } from './config-changes.js'
import { DraftView } from './config-draft.js'
import { type ConfigImport, importHolders, plannedImport } from './config-import.js'
import { type ConfigPlanner, gapsClosed, type PlannedCreate, plannedLine } from './config-plan.js'
import type { NoChange, Plan, Step } from './config-step.js'
import { claimedImages } from './imported-images.js'
import type { ItemResult } from './item-result.js'

/**
 * Many changes of settings of one kind, in slices. The front requests one slice after the other, so
 * that other requests of the desk run in between (http/routes/settings/config-batch.ts).
 *
 *   - An item is like the same single change, with its journal line: done completely or refused. A
 *     refused item does not stop the others.
 *   - A slice is one transaction, one configuration version and one event. It ends after a number
 *     of items or a time, and reports how far it came.
 *   - An item that is already done gives `same`, so an interrupted batch can be sent again as a
 *     whole.
 *   - A dry run does everything except writing. The changes of its earlier slices are kept until
 *     the last one; if settings really change meanwhile, it continues from those.
 */

export interface ConfigSlice {
  readonly actor: Actor
  readonly kind: BatchKind
  /** Items of staff if the kind is staff, otherwise of settings. */
  readonly items: readonly BatchItem[]
  /** True for the batch's last slice; the batch ends when all its items are processed. */
  readonly isLast: boolean
  /** The name of a dry run, the same for all its slices; null for a real batch. */
  readonly dryRun: string | null
}

type Fields = Readonly<Record<string, unknown>>

/**
 * An item. Its input has passed the schema of its kind, except for the input of an import, whose
 * schema is chosen when the import is processed.
 */
export type ConfigItem =
  | { readonly do: 'create'; readonly input: Fields }
  | {
      readonly do: 'change'
      readonly id: number
      readonly version: number
      readonly input: Fields
    }
  | ConfigImport
  | { readonly do: 'remove'; readonly id: number }

/**
 * Staff are part of settings files, but are not settings (actors/desk/identity/staff-import.ts).
 */
export type BatchKind = ConfigKindName | typeof STAFF_KIND
export type BatchItem = ConfigItem | StaffImport

interface SettingsSlice extends ConfigSlice {
  readonly kind: ConfigKindName
  readonly items: readonly ConfigItem[]
}

type ImportAnswer = Pick<ItemResult, 'warnings' | 'isKeptOff'>
type BatchPlan = Plan<ConfigKindName> | NoChange<ConfigKindName> | Refusal

export function configBatchDesk(desk: Desk, config: ConfigDesk, planner: ConfigPlanner) {
  const batches = new ConfigBatches(desk, config, planner)
  return { 'config.batch': (slice: ConfigSlice) => batches.slice(slice) }
}

/** Maximum number of dry runs that are kept: running dry runs, and as many abandoned dry runs. */
const DRY_RUNS_MAX = 2 * CONFIG_BATCHES_MAX

/** A dry run and its changes so far. */
interface DryRun {
  readonly steps: (readonly [ConfigKindName, readonly Step<ConfigKindName>[]])[]
  readonly version: number
  draft: DraftView
}

class ConfigBatches {
  readonly #desk: Desk
  readonly #config: ConfigDesk
  readonly #planner: ConfigPlanner
  readonly #shelf: FileShelf
  readonly #staff: StaffImports
  readonly #dryRuns = new Map<string, DryRun>()

  constructor(desk: Desk, config: ConfigDesk, planner: ConfigPlanner) {
    this.#desk = desk
    this.#config = config
    this.#planner = planner
    this.#shelf = new FileShelf(desk)
    this.#staff = new StaffImports(desk)
  }

  slice(slice: ConfigSlice): Outcome<readonly ItemResult[]> {
    if (slice.items.length > CONFIG_SLICE_ITEMS_MAX) {
      return because('too_large.slice', { max: CONFIG_SLICE_ITEMS_MAX })
    }
    if (slice.kind === STAFF_KIND) return this.#ofStaff(slice)
    const items = slice.items.flatMap((item) => (item.do === 'staff' ? [] : [item]))
    return this.#ofSettings({ ...slice, kind: slice.kind, items })
  }

  /**
   * Processes staff items. A dry run includes the groups that earlier items of the file would
   * create.
   */
  #ofStaff({ actor, items, isLast, dryRun }: ConfigSlice): Outcome<readonly ItemResult[]> {
    const staff = items.flatMap((item) => (item.do === 'staff' ? [item] : []))
    if (dryRun === null) return this.#staff.taken(actor, staff)
    const { world } = this.#dryRun(dryRun).draft
    const results = this.#staff.lookedAt(actor, staff, world)
    if (isLast && results.length === items.length) this.#dryRuns.delete(dryRun)
    return accept(results)
  }

  #ofSettings(slice: SettingsSlice): Outcome<readonly ItemResult[]> {
    if (slice.dryRun !== null) return accept(this.#dry(slice, slice.dryRun))
    if (slice.kind !== 'symbols') return this.#carriedOut(slice)
    return this.#config.fenced(this.#idsIn(slice), () => this.#carriedOut(slice))
  }

  #carriedOut({ actor, kind, items, isLast }: SettingsSlice): Outcome<readonly ItemResult[]> {
    return this.#config.change(actor, kind, (journal) => {
      const draft = new DraftView(this.#desk.config)
      const steps: Step<ConfigKindName>[] = []
      const take = (plan: Plan<ConfigKindName>): void => {
        draft.take(kind, plan.steps)
        steps.push(...plan.steps)
        journal(actor, plannedLine(kind, plan))
      }
      const results = this.#walk({ actor, kind, items }, draft, take, true)
      if (isLast && results.length === items.length) {
        const moves = gapsClosed(kind, draft, this.#desk.clock.now())
        draft.take(kind, moves)
        steps.push(...moves)
      }
      return [steps, results, draft]
    })
  }

  #dry({ actor, kind, items, isLast }: SettingsSlice, name: string): readonly ItemResult[] {
    const run = this.#dryRun(name)
    // A new draft, because lists that do not change have an index.
    run.draft = new DraftView(this.#desk.config, run.draft)
    const results = this.#walk({ actor, kind, items }, run.draft, ({ steps }) => {
      run.draft.take(kind, steps)
      run.steps.push([kind, steps])
    })
    if (isLast && results.length === items.length) this.#dryRuns.delete(name)
    return results
  }

  /** The dry run with that name. If there are too many, the oldest is dropped. */
  #dryRun(name: string): DryRun {
    const { config } = this.#desk
    const known = this.#dryRuns.get(name)
    const { version } = config.records
    let run = known?.version === version ? known : undefined
    if (run === undefined) {
      const draft = new DraftView(config)
      run = { steps: known?.steps ?? [], version, draft }
      for (const [kind, steps] of run.steps) draft.take(kind, steps)
    }
    this.#dryRuns.delete(name)
    this.#dryRuns.set(name, run)
    const [oldest] = this.#dryRuns.keys()
    if (this.#dryRuns.size > DRY_RUNS_MAX && oldest !== undefined) {
      this.#dryRuns.delete(oldest)
    }
    return run
  }

  /** Processes items until the slice's time is over; at least one. */
  #walk(
    { actor, kind, items }: Pick<SettingsSlice, 'actor' | 'kind' | 'items'>,
    standing: DraftView,
    take: (plan: Plan<ConfigKindName>) => void,
    claims = false,
  ): ItemResult[] {
    const { clock } = this.#desk
    const until = clock.monotonic() + CONFIG_SLICE_MS
    const results: ItemResult[] = []
    for (const item of items) {
      const [asPlanned, more] = this.#plan({ actor, kind, dryRun: !claims }, item, standing)
      const planned = (claims ? this.#refuseImages(actor, item, asPlanned) : undefined) ?? asPlanned
      const after = claims ? {} : afterOf(kind, planned)
      results.push({ ...resultOf(item, planned), ...more, ...after })
      if (planned !== 'skipped' && !isRefusal(planned) && planned.did !== 'same') take(planned)
      if (clock.monotonic() >= until) break
    }
    return results
  }

  #plan<K extends ConfigKindName>(
    asker: { readonly actor: Actor; readonly kind: K; readonly dryRun: boolean },
    item: ConfigItem,
    standing: DraftView,
  ): readonly [Plan<K> | NoChange<K> | Refusal | 'skipped', ImportAnswer?] {
    const { world } = standing
    const { actor, kind } = asker
    if (item.do === 'import') {
      const { plan, ...told } = plannedImport(this.#planner, standing, { actor, kind, item })
      return [plan, told]
    }
    if (item.do === 'create') return [this.#create(standing, { ...asker, input: item.input })]
    if (item.do === 'change') {
      const { id, version, input } = item
      const asked = { ...asker, id, version, input, sameIsFine: true }
      return [this.#planner.update(standing, asked)]
    }
    if (world.get(kind, item.id) === undefined) return [{ did: 'same', record: null }]
    return [this.#planner.remove(standing, { actor, kind, id: item.id })]
  }

  /** Claims the images of an item, if its plan will be carried out. */
  #refuseImages(
    actor: Actor,
    item: ConfigItem,
    planned: BatchPlan | 'skipped',
  ): Refusal | undefined {
    if (item.do !== 'import' || item.images === undefined || actor.login === null) return undefined
    const isPlan = planned !== 'skipped' && !isRefusal(planned) && planned.did !== 'same'
    const images = isPlan ? (planned.record as BrandRecord).images : null
    return claimedImages(this.#shelf, actor.login, item.images, images)
  }

  #create<K extends ConfigKindName>(
    standing: DraftView,
    asked: PlannedCreate<K>,
  ): Plan<K> | NoChange<K> | Refusal {
    const planned = this.#planner.create(standing, asked)
    if (!isRefusal(planned)) return planned
    return this.#planner.made(standing, asked) ?? planned
  }

  /** The symbols that a slice may change. */
  #idsIn({ kind, items }: SettingsSlice): number[] {
    return items.flatMap((item) => {
      if (item.do === 'change' || item.do === 'remove') return [item.id]
      const { world } = this.#desk.config
      return item.do === 'import' ? importHolders(kind, item, world).map(({ id }) => id) : []
    })
  }
}

/** The settings after the batch, if their kind affects margin. */
function afterOf(kind: ConfigKindName, planned: BatchPlan | 'skipped'): Pick<ItemResult, 'after'> {
  if (planned === 'skipped' || isRefusal(planned) || !isMarginKind(kind)) return {}
  const { did, record } = planned
  if ((did !== 'created' && did !== 'changed') || record === null) return {}
  return { after: { kind, record } as MarginRecord }
}

function resultOf(item: ConfigItem, planned: BatchPlan | 'skipped'): ItemResult {
  const nothing = { fields: [], code: null, message: '', field: null }
  if (planned === 'skipped') return { ...nothing, did: 'skipped', id: null }
  if (isRefusal(planned)) {
    const { code, message } = planned
    const [first] = 'fields' in planned ? planned.fields : []
    const id = 'id' in item ? item.id : null
    return { ...nothing, did: 'refused', id, code, message, field: first?.path ?? null }
  }
  const { did, record } = planned
  const fields = did === 'changed' ? planned.changes.map(({ field }) => field) : []
  return { ...nothing, did, id: record?.id ?? null, fields }
}
