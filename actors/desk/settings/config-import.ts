import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigKindName, ConfigRecords } from '../../../engine/config/config-records.js'
import { kindOf } from '../../../engine/config/kinds.js'
import type { MailServerRecord } from '../../../engine/config/records/mail-server.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import type { ImportMode } from '../../../engine/config/transfer/import-mode.js'
import {
  importedRecord,
  keyOfFields,
  recordOfKey,
  recordsOfKey,
  withoutKey,
} from '../../../engine/config/transfer/imported.js'
import type { ConfigWorld } from '../../../engine/config/world.js'
import { refuseInput } from '../../../engine/reasons/fault.js'
import type { Fault } from '../../../engine/reasons/keyed-text.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Actor } from '../actor.js'
import { type ConfigPlanner, fieldOf } from './config-plan.js'
import type { NoChange, Plan, SettingsView } from './config-step.js'
import { type ImportedImages, imagesAfter, withPictures } from './imported-images.js'

/**
 * One record of a settings file or of a list that was read before. It is created, or changes the
 * record with the same key, by the rules of a single change.
 *
 *   - Only here is it known if the record exists, including earlier records of the file. So its
 *     form was checked for both cases (http/routes/transfer/checked-item.ts).
 *   - A new symbol is not traded until staff enable it, unless the import says otherwise.
 *   - A new record is placed next to its neighbours in the file.
 *   - A connection that is enabled in the file stays disabled here until staff enable it, unless
 *     the import says otherwise: the server of the file may be connected. One that is enabled here
 *     stays enabled. A new one without its secrets stays disabled in any case.
 *   C5. A disabled mail server does not become the default in place of an enabled one, because
 *       e-mails would wait for it.
 *   - If several records have the key, none is changed.
 */
export interface ConfigImport extends FormedItem {
  readonly do: 'import'
  /** `file`: references are keys. `list`: references are ids. */
  readonly from: 'file' | 'list'
  readonly mode: ImportMode
  readonly newSymbolsDisabled: boolean
  readonly connectionsEnabled: boolean
  readonly images?: ImportedImages
  /** The neighbouring keys in the file, for a kind with an order. */
  readonly place?: ImportPlace
}

/** A record with a valid key, and the other faults of its form. */
export interface FormedItem {
  readonly fields: Fields
  /** The secrets that the file does not contain. */
  readonly removed: readonly string[]
  readonly mistakes: Mistakes
}

/** The faults that each schema finds in a record; null if it finds none. */
export interface Mistakes {
  readonly asNew: readonly Fault[] | null
  readonly asChange: readonly Fault[] | null
}

export interface ImportPlace {
  /** The preceding record, which has been imported. */
  readonly follows: string | null
  /** The first following record that exists here. */
  readonly precedes: string | null
}

type Fields = Readonly<Record<string, unknown>>

export interface PlannedImport<K extends ConfigKindName> {
  readonly plan: Plan<K> | NoChange<K> | Refusal | 'skipped'
  /** Warnings for the reader of the result, each a sentence. */
  readonly warnings: readonly string[]
  /** True for a connection that is enabled in the file and stays disabled here. */
  readonly isKeptOff?: true
}

export interface RequestedImport<K extends ConfigKindName> {
  readonly actor: Actor
  readonly kind: K
  readonly item: ConfigImport
}

export function plannedImport<K extends ConfigKindName>(
  planner: ConfigPlanner,
  standing: SettingsView,
  { actor, kind, item }: RequestedImport<K>,
): PlannedImport<K> {
  const { world } = standing
  const { fields, mistakes } = item
  const [before, ...others] = importHolders(kind, item, world)
  if (others.length > 0) return { plan: refuseShared(kind), warnings: [] }
  if (item.mode === (before === undefined ? 'update_only' : 'create_only')) {
    return { plan: 'skipped', warnings: [] }
  }
  const { input, faults } =
    item.from === 'list' ? asItIs(fields) : importedRecord(shapeOf(kind), fields, before, world)
  if (faults.length > 0) return { plan: refuseInput(faults), warnings: [] }
  const wrong = before === undefined ? mistakes.asNew : mistakes.asChange
  if (wrong !== null) return { plan: refuseInput(wrong), warnings: [] }
  const isKeptOff = isConnection(kind) && !item.connectionsEnabled && turnsOn(input, before)
  const isUntraded = kind === 'symbols' && item.newSymbolsDisabled && tradesAgain(input, before)
  const off = {
    ...(isKeptOff && { enabled: false }),
    ...(isUntraded && { trade_access: 'disabled' }),
  }
  const mark = markLeft(kind, { ...input, ...off }, before, world)
  const pictures = item.images === undefined ? {} : imagesAfter(before, item.images)
  const arriving = { ...input, ...off, ...mark, ...pictures }
  const why = [
    ...(isKeptOff ? [KEPT_OFF] : []),
    ...(isUntraded ? [UNTRADED] : []),
    ...('is_default' in mark ? [MARK_LEFT] : []),
  ]
  const told = isKeptOff ? { isKeptOff } : {}
  if (before !== undefined) {
    const change = withoutKey(kind, arriving)
    const plan = planner.update(standing, { actor, kind, id: before.id, input: change })
    return { plan: withPictures(plan), warnings: why, ...told }
  }
  const { plan, warnings, ...more } = plannedNew(planner, standing, { actor, kind, item, arriving })
  const shown = plan === 'skipped' ? plan : withPictures(plan)
  return { plan: shown, warnings: [...warnings, ...why], ...told, ...more }
}

interface NewRecordRequest<K extends ConfigKindName> extends RequestedImport<K> {
  readonly arriving: Fields
}

/** Plans a new record: a symbol not traded, a connection disabled if it is incomplete. */
function plannedNew<K extends ConfigKindName>(
  planner: ConfigPlanner,
  standing: SettingsView,
  { actor, kind, item, arriving }: NewRecordRequest<K>,
): PlannedImport<K> {
  const { fields, removed, place } = item
  const isKept = kind === 'symbols' && item.newSymbolsDisabled
  const warnings = isKept && fields['trade_access'] !== 'disabled' ? [NOT_TRADED] : []
  const missing = removed.length > 0 ? [secretsMissing(removed)] : []
  const placed: Fields = {
    ...arriving,
    ...(isKept && { trade_access: 'disabled' }),
    ...positionOf(kind, place, standing.world),
  }
  const plan = planner.create(standing, { actor, kind, input: placed })
  const isWhole = missing.length === 0 || placed['enabled'] === false
  if (isWhole || (!isRefusal(plan) && kind !== 'mail_servers')) {
    return { plan, warnings: [...warnings, ...missing] }
  }
  const mark = markLeft(kind, { ...placed, enabled: false }, undefined, standing.world)
  const input = { ...placed, enabled: false, ...mark }
  const resting = planner.create(standing, { actor, kind, input })
  if (isRefusal(resting)) return { plan, warnings }
  const told = [...warnings, ...missing, RESTS]
  return { plan: resting, warnings: told, ...(isConnection(kind) && { isKeptOff: true }) }
}

/**
 * The records that an item would change: at most one, except for kinds whose keys are not unique.
 */
export function importHolders<K extends ConfigKindName>(
  kind: K,
  { fields }: ConfigImport,
  world: ConfigWorld,
): readonly ConfigRecords[K][] {
  return recordsOfKey(kind, keyOfFields(kind, fields), world)
}

/** The place of a new record. Without existing neighbours, it is the place of any new record. */
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

const CONNECTIONS: ReadonlySet<ConfigKindName> = new Set([
  'datafeeds',
  'gateways',
  'mail_servers',
  'webhooks',
])

function isConnection(kind: ConfigKindName): boolean {
  return CONNECTIONS.has(kind)
}

/** Keeps the current default mail server if the default would move to a disabled one (C5). */
function markLeft(
  kind: ConfigKindName,
  input: Fields,
  before: object | undefined,
  world: ConfigWorld,
): { readonly is_default?: boolean } {
  const own = before as Partial<MailServerRecord> | undefined
  const rests = (input['enabled'] ?? own?.enabled ?? true) === false
  if (kind !== 'mail_servers' || input['is_default'] !== true || !rests) return {}
  if (own?.is_default === true) return {}
  const isTaken = world
    .list('mail_servers')
    .some(({ is_default, enabled }) => is_default && enabled)
  return isTaken ? { is_default: false } : {}
}

/**
 * True if the change would enable a connection that is not enabled here. A new one is enabled
 * unless it says otherwise.
 */
function turnsOn(input: Fields, before: object | undefined): boolean {
  if (before === undefined) return input['enabled'] !== false
  return input['enabled'] === true && (before as Fields)['enabled'] === false
}

/** True if a symbol that an import disabled would be traded after the same import. */
function tradesAgain({ trade_access }: Fields, before: object | undefined): boolean {
  const here = (before as Fields | undefined)?.['trade_access']
  return here === 'disabled' && trade_access !== undefined && trade_access !== 'disabled'
}

const UNTRADED =
  'Its trade_access is disabled here and stays so: enable it when you have looked at it.'
const KEPT_OFF = 'It is enabled in the file and not here: enable it when this server may connect.'
const MARK_LEFT =
  'It is the default in the file and rests here, where another one sends: make it the default once it is enabled.'
const NOT_TRADED =
  'It is new, so its trade_access is disabled: enable it when you have looked at it.'
const RESTS = 'It is new and not whole, so it is not enabled.'

function secretsMissing(removed: readonly string[]): string {
  return `The file does not have ${removed.join(', ')}: set it here.`
}

function refuseShared(kind: ConfigKindName): Refusal {
  return because('conflict.key_shared', { noun: kindOf(kind).noun })
}

function asItIs(input: Fields): { readonly input: Fields; readonly faults: readonly Fault[] } {
  return { input, faults: [] }
}
