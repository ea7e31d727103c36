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
 *   C5. A mail server that rests takes the mark of the default from none that does not: letters would wait for it.
 *   C6. Where several records have the key, none is changed.
 */
export interface ConfigImport extends FormedItem {
  readonly do: 'import'
  /** `file`: what it refers to is named by key. `list`: by id. */
  readonly from: 'file' | 'list'
  readonly mode: ImportMode
  readonly newSymbolsDisabled: boolean
  readonly connectionsEnabled: boolean
  /** The pictures of a brand that the file has. */
  readonly images?: ImportedImages
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

interface AskedNew<K extends ConfigKindName> extends AskedImport<K> {
  readonly arriving: Fields
}

/** A record that is not here: not traded, and resting where it is not whole. */
function plannedNew<K extends ConfigKindName>(
  planner: ConfigPlanner,
  standing: SettingsView,
  { actor, kind, item, arriving }: AskedNew<K>,
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

/** The records that an item is to change: one at most, but of a kind that shares keys. */
export function importHolders<K extends ConfigKindName>(
  kind: K,
  { fields }: ConfigImport,
  world: ConfigWorld,
): readonly ConfigRecords[K][] {
  return recordsOfKey(kind, keyOfFields(kind, fields), world)
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

const CONNECTIONS: ReadonlySet<ConfigKindName> = new Set([
  'datafeeds',
  'gateways',
  'mail_servers',
  'webhooks',
])

function isConnection(kind: ConfigKindName): boolean {
  return CONNECTIONS.has(kind)
}

/** The mark of the default as it stays with a mail server that would rest with it while another one has it (C5). */
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

/** Whether it would dial from now on, which it does not do here yet. A new one that does not say is enabled. */
function turnsOn(input: Fields, before: object | undefined): boolean {
  if (before === undefined) return input['enabled'] !== false
  return input['enabled'] === true && (before as Fields)['enabled'] === false
}

/** A symbol that an import made untraded is so after the same import, too. */
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
