import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import type { Fault } from '../../../engine/config/fault.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import type { ImportMode } from '../../../engine/config/transfer/import-mode.js'
import {
  importedRecord,
  keyOfFields,
  recordOfKey,
  withoutKey,
} from '../../../engine/config/transfer/imported.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { refuseInput } from '../../../wire/answer/errors.js'
import type { Actor } from '../actor.js'
import { type ConfigPlanner, fieldOf } from './config-plan.js'
import type { NoChange, Plan, SettingsView } from './config-step.js'

/**
 * One record of a file for another server, or of a list that was read before: it is created, or changes the record that
 * has its key, by the rules of the single change.
 *
 *   C1. Whether the record is there is known here alone, among the records of the file that came before it, too: so its
 *       form was checked for both (http/routes/transfer/checked-item.ts).
 *   C2. A new symbol trades with nobody until staff have looked at it, unless they say otherwise.
 *   C3. A new record stands beside those that are its neighbours in the file.
 *   C4. A connection that is enabled in the file rests here until staff enable it, unless they say otherwise: the server
 *       that the file is of may be connected. One that is enabled here goes on. A new one whose secrets are missing rests
 *       whatever they say.
 */
export interface ConfigImport extends FormedItem {
  readonly do: 'import'
  /** `file`: what it refers to is named by key. `list`: by id. */
  readonly from: 'file' | 'list'
  readonly mode: ImportMode
  readonly newSymbolsDisabled: boolean
  readonly connectionsEnabled: boolean
  /** The keys next to it in the file, for a kind whose order decides. */
  readonly place?: ImportPlace
}

/** A record whose key is one, with what else is wrong with its form. */
export interface FormedItem {
  readonly fields: Fields
  /** The secrets that the file does not have. */
  readonly removed: readonly string[]
  readonly mistakes: Mistakes
}

/** Mistakes that each schema finds in a record; null is none. */
export interface Mistakes {
  readonly asNew: readonly Fault[] | null
  readonly asChange: readonly Fault[] | null
}

export interface ImportPlace {
  /** The one before it, which has been taken. */
  readonly follows: string | null
  /** The first one behind it that is here. */
  readonly precedes: string | null
}

type Fields = Readonly<Record<string, unknown>>

export interface PlannedImport<K extends ConfigKindName> {
  readonly plan: Plan<K> | NoChange<K> | Refusal | 'skipped'
  /** Warnings for whoever reads the outcome, each a sentence. */
  readonly warnings: readonly string[]
  /** A connection that is enabled in the file, and rests here. */
  readonly isKeptOff?: true
}

export interface AskedImport<K extends ConfigKindName> {
  readonly actor: Actor
  readonly kind: K
  readonly item: ConfigImport
}

export function plannedImport<K extends ConfigKindName>(
  planner: ConfigPlanner,
  standing: SettingsView,
  { actor, kind, item }: AskedImport<K>,
): PlannedImport<K> {
  const { world } = standing
  const { fields, removed, mistakes } = item
  const before = importHolder(kind, item, world)
  if (item.mode === (before === undefined ? 'update_only' : 'create_only')) {
    return { plan: 'skipped', warnings: [] }
  }
  const { input, faults } =
    item.from === 'list' ? asItIs(fields) : importedRecord(shapeOf(kind), fields, before, world)
  if (faults.length > 0) return { plan: refuseInput(faults), warnings: [] }
  const wrong = before === undefined ? mistakes.asNew : mistakes.asChange
  if (wrong !== null) return { plan: refuseInput(wrong), warnings: [] }
  const isKeptOff = isConnection(kind) && !item.connectionsEnabled && turnsOn(input, before)
  if (before !== undefined) {
    const change = { ...withoutKey(kind, input), ...(isKeptOff && { enabled: false }) }
    const plan = planner.update(standing, { actor, kind, id: before.id, input: change })
    return isKeptOff ? { plan, warnings: [KEPT_OFF], isKeptOff } : { plan, warnings: [] }
  }
  if (isKeptOff) {
    const off = { ...item, connectionsEnabled: true, fields: { ...fields, enabled: false } }
    const { plan, warnings } = plannedImport(planner, standing, { actor, kind, item: off })
    return { plan, warnings: [...warnings, KEPT_OFF], isKeptOff }
  }
  const isKept = kind === 'symbols' && item.newSymbolsDisabled
  const arriving = isKept ? { ...input, trade_access: 'disabled' } : input
  const warnings = isKept && fields['trade_access'] !== 'disabled' ? [NOT_TRADED] : []
  const missing = removed.length > 0 ? [secretsMissing(removed)] : []
  const placed: Fields = { ...arriving, ...positionOf(kind, item.place, world) }
  const plan = planner.create(standing, { actor, kind, input: placed })
  if (!isRefusal(plan) || missing.length === 0 || placed['enabled'] === false) {
    return { plan, warnings: [...warnings, ...missing] }
  }
  const resting = planner.create(standing, { actor, kind, input: { ...placed, enabled: false } })
  if (isRefusal(resting)) return { plan, warnings }
  const told = [...warnings, ...missing, RESTS]
  return { plan: resting, warnings: told, ...(isConnection(kind) && { isKeptOff: true }) }
}

/** The record that an item is to change. */
export function importHolder<K extends ConfigKindName>(
  kind: K,
  { fields }: ConfigImport,
  world: ConfigWorld,
): ConfigRecords[K] | undefined {
  return recordOfKey(kind, keyOfFields(kind, fields), world)
}

/** The place of a new record; without neighbours that are here it is that of any new one. */
function positionOf<K extends ConfigKindName>(
  kind: K,
  place: ImportPlace | undefined,
  world: ConfigWorld,
): { readonly position?: number } {
  const find = (key: string | null | undefined) =>
    typeof key === 'string' ? recordOfKey(kind, key, world) : undefined
  const before = find(place?.follows)
  if (before !== undefined) return { position: fieldOf(before, 'position') + 1 }
  const after = find(place?.precedes)
  return after === undefined ? {} : { position: fieldOf(after, 'position') }
}

function isConnection(kind: ConfigKindName): boolean {
  return kind === 'datafeeds' || kind === 'gateways'
}

/** Whether it would dial from now on, which it does not do here yet. A new one that does not say is enabled. */
function turnsOn(input: Fields, before: object | undefined): boolean {
  if (before === undefined) return input['enabled'] !== false
  return input['enabled'] === true && (before as Fields)['enabled'] === false
}

const KEPT_OFF = 'It is enabled in the file and not here: enable it when this server may connect.'
const NOT_TRADED =
  'It is new, so its trade_access is disabled: enable it when you have looked at it.'
const RESTS = 'It is new and not whole, so it is not enabled.'

function secretsMissing(removed: readonly string[]): string {
  return `The file does not have ${removed.join(', ')}: set it here.`
}

function asItIs(input: Fields): { readonly input: Fields; readonly faults: readonly Fault[] } {
  return { input, faults: [] }
}
