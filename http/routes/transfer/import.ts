import type { StaffImport } from '../../../actors/desk/identity/staff-import.js'
import type { BatchItem } from '../../../actors/desk/settings/config-batch.js'
import type { ConfigImport, ImportPlace } from '../../../actors/desk/settings/config-import.js'
import type { ItemResult } from '../../../actors/desk/settings/item-result.js'
import { nextTurn } from '../../../actors/thread/in-steps.js'
import { assert } from '../../../engine/assert.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { kindOf } from '../../../engine/config/kinds.js'
import { shapeOf } from '../../../engine/config/transfer/exported.js'
import type { ImportMode } from '../../../engine/config/transfer/import-mode.js'
import { importOrder } from '../../../engine/config/transfer/imported.js'
import {
  SETTINGS_FILE_KINDS,
  type SettingsFileKind,
  STAFF_KIND,
} from '../../../engine/config/transfer/kinds.js'
import {
  TRANSFER_BODY_BYTES_MAX,
  TRANSFER_ITEMS_MAX,
  TRANSFER_TURN_ITEMS,
} from '../../../engine/limits/transfer.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import {
  IMPORT_ACTIONS,
  ListImportBody,
  ListImportView,
  PREVIEW_ACTIONS,
  TransferImportBody,
  TransferImportView,
  TransferPreviewView,
} from '../../../wire/schema/settings/transfer.js'
import { isShownBlocks, keptBlocks } from '../../reach/blocked-masks.js'
import { type FrontRoute, route } from '../route.js'
import {
  CONFIG_BATCH_PLACES,
  type ConfigBatch,
  changedInBatches,
} from '../settings/config-batch.js'
import type { Viewer } from '../settings/config-family.js'
import { readPictures, storePictures } from './brand-pictures.js'
import { checkedItem } from './checked-item.js'
import { fileBody } from './file-body.js'
import { fileKey } from './file-key.js'
import { refuseGroupItem } from './group-items.js'
import { staffItem, staffKey } from './staff-items.js'
import { idsByKey, refuseWriter, TRANSFER_RIGHTS } from './transfer-kinds.js'

/**
 * Imports settings from a file.
 *
 * - Kinds are imported in a fixed order, because later kinds refer to earlier ones. Within a kind,
 *   records that others need come first.
 * - A record is imported as a whole or refused. Refused records do not stop the others, and each
 *   record gets a result row.
 * - A preview is an import that writes nothing.
 * - If an import is interrupted, the file can be sent again; imported records are then unchanged.
 */
type Fields = Readonly<Record<string, unknown>>
type Caller = Parameters<typeof changedInBatches>[0] & Parameters<typeof refuseGroupItem>[0]

interface Options {
  readonly mode: ImportMode
  readonly newSymbolsDisabled: boolean
  readonly connectionsEnabled: boolean
  readonly from: ConfigImport['from']
  readonly isDryRun: boolean
}

/** A batch, with the row of each item. */
interface Batch extends ConfigBatch {
  readonly kind: SettingsFileKind
  readonly slots: readonly number[]
}

interface Row {
  readonly kind: SettingsFileKind
  readonly key: string
  readonly result: ItemResult
}

const EXAMPLE = {
  file: {
    format: 'app-config',
    version: 1,
    kinds: { holidays: [{ year: 0, month: 12, day: 25, description: 'Christmas' }] },
  },
  options: { mode: 'upsert' },
}

const WHAT =
  'The server finds records by key, in any case; no record is deleted. `mode` `create_only` ' +
  'skips records that exist here, `update_only` skips records that do not. `select` picks kinds ' +
  'and keys; without it, everything is imported.\n\n' +
  'New symbols start with `trade_access` disabled unless `new_symbols_trading_disabled` is ' +
  'false. Datafeeds, gateways and mail servers start disabled unless `connections_enabled` is ' +
  'true; `connections_disabled` names them. The options also keep records disabled that are ' +
  'disabled here. New staff users are disabled and have no password.\n\n' +
  'The body is the file itself, the file in an export’s envelope, or an object with options. A ' +
  'number or flag may be text. The limits are 20,000 records and 10 MiB. A refused record does ' +
  'not stop the others; its `error` begins with the code, which is `forbidden` for a kind that ' +
  'you may not write.'

const SHARED = {
  method: 'POST',
  audience: 'staff',
  anyOf: TRANSFER_RIGHTS,
  bodyBytesMax: TRANSFER_BODY_BYTES_MAX,
  body: TransferImportBody,
  bodyForm: fileBody,
  places: CONFIG_BATCH_PLACES,
  errors: ['too_large', 'too_many_requests', 'unavailable'],
  example: { body: EXAMPLE },
} as const

export const importRoute: FrontRoute = route({
  ...SHARED,
  path: '/admin/v1/config/transfer/import',
  summary: 'Import settings from a file',
  description: `${WHAT}\n\nYou can send the file again: records that were imported are then unchanged.`,
  data: TransferImportView,
  async handle(context) {
    const rows = await takenFile(context, context.body, false)
    return isRefusal(rows) ? rows : resultsOf(rows, importAction, IMPORT_ACTIONS)
  },
})

export const previewRoute: FrontRoute = route({
  ...SHARED,
  path: '/admin/v1/config/transfer/preview',
  summary: 'Preview an import of settings',
  description:
    `${WHAT}\n\nA preview makes all checks of the import and writes nothing. ` +
    '`effects` are those of all records together.',
  data: TransferPreviewView,
  async handle(context) {
    const rows = await takenFile(context, context.body, true)
    if (isRefusal(rows)) return rows
    const after = rows.flatMap(({ result }) => result.after ?? [])
    const effects = await context.services.effects.ofRecords(context.session, after)
    if (isRefusal(effects)) return effects
    return { ...resultsOf(rows, previewAction, PREVIEW_ACTIONS), effects }
  },
})

export const listImportRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/config/import',
  audience: 'staff',
  anyOf: ['config.symbols', 'config.groups'],
  summary: 'Create or change many symbols or groups',
  description:
    'Each item has the form of its list. The server finds it by its path: an existing record is ' +
    'changed without a version check, otherwise a new one is created. `id`, `status`, `version` ' +
    'and times are ignored. A refused item does not stop the others. Symbols need the right ' +
    '`config.symbols`, groups `config.groups`.',
  bodyBytesMax: TRANSFER_BODY_BYTES_MAX,
  body: ListImportBody,
  places: CONFIG_BATCH_PLACES,
  data: ListImportView,
  errors: ['too_large', 'too_many_requests', 'unavailable'],
  example: { body: { kind: 'groups', items: [{ path: 'demo\\pro', currency: 'EUR' }] } },
  async handle(context) {
    const { kind, items } = context.body
    const refusal = refuseWriter(context.session, kind)
    if (refusal !== undefined) return refusal
    const options: Options = {
      mode: 'upsert',
      newSymbolsDisabled: false,
      connectionsEnabled: false,
      from: 'list',
      isDryRun: false,
    }
    const rows = await takenKinds(
      context,
      [{ kind, items: await keyedItems(kind, items) }],
      options,
    )
    if (isRefusal(rows)) return rows
    return rows.map(({ key, result }) => {
      return { action: importAction(result), error: errorText(result), identity: key }
    })
  },
})

interface FileRequest {
  readonly file: { readonly kinds: { readonly [K in SettingsFileKind]?: readonly Fields[] } }
  readonly options: {
    readonly mode: ImportMode
    readonly new_symbols_trading_disabled: boolean
    readonly connections_enabled: boolean
  }
  readonly select?: { readonly [K in SettingsFileKind]?: readonly string[] | null }
}

async function takenFile(
  context: Caller,
  { file, options, select }: FileRequest,
  isDryRun: boolean,
): Promise<readonly Row[] | Refusal> {
  const count = Object.values(file.kinds).reduce((sum, { length }) => sum + length, 0)
  if (count > TRANSFER_ITEMS_MAX) {
    const most = TRANSFER_ITEMS_MAX.toLocaleString('en')
    return refuseField('file.kinds', say('field.import_records', { count, max: most }))
  }
  const kinds: KeyedItems[] = []
  for (const kind of SETTINGS_FILE_KINDS) {
    const items = await keyedItems(kind, file.kinds[kind] ?? [])
    const keys = select === undefined ? null : select[kind]
    const wanted = keys === null ? null : new Set((keys ?? []).map((key) => key.toLowerCase()))
    kinds.push({
      kind,
      items: items.filter(({ key }) => wanted === null || wanted.has(key.toLowerCase())),
    })
  }
  return takenKinds(context, kinds, {
    mode: options.mode,
    newSymbolsDisabled: options.new_symbols_trading_disabled,
    connectionsEnabled: options.connections_enabled,
    from: 'file',
    isDryRun,
  })
}

interface KeyedItems {
  readonly kind: SettingsFileKind
  readonly items: readonly { readonly key: string; readonly fields: Fields }[]
}

async function keyedItems(
  kind: SettingsFileKind,
  items: readonly Fields[],
): Promise<KeyedItems['items']> {
  const keyed: { key: string; fields: Fields }[] = []
  for (const [at, fields] of items.entries()) {
    if (at % TRANSFER_TURN_ITEMS === TRANSFER_TURN_ITEMS - 1) await nextTurn()
    const key = kind === STAFF_KIND ? staffKey(fields) : fileKey(kind, fields)
    keyed.push({ key, fields })
  }
  return keyed
}

async function takenKinds(
  context: Caller,
  kinds: readonly KeyedItems[],
  options: Options,
): Promise<readonly Row[] | Refusal> {
  const rows: Row[] = []
  const batches: Batch[] = []
  for (const one of kinds) {
    const first = rows.length
    for (const { key } of one.items) rows.push({ kind: one.kind, key, result: NOT_TAKEN })
    const { taken, slots, refused } = await takenItems(context, one, options)
    for (const [at, refusal] of refused) {
      rows[first + at] = { ...rowAt(rows, first + at), result: refusedRow(refusal) }
    }
    if (taken.length === 0) continue
    const { isDryRun } = options
    batches.push({
      kind: one.kind,
      items: taken,
      isDryRun,
      slots: slots.map((at) => first + at),
    })
  }
  const done = await changedInBatches(context, batches)
  if (isRefusal(done)) return done
  for (const [i, { slots }] of batches.entries()) {
    for (const [n, result] of (done[i] ?? []).entries()) {
      const at = slots[n] ?? 0
      rows[at] = { ...rowAt(rows, at), result }
    }
  }
  return rows
}

function rowAt(rows: readonly Row[], at: number): Row {
  const row = rows[at]
  assert(row !== undefined, 'each record of the file has its row')
  return row
}

interface TakenItems {
  readonly taken: readonly BatchItem[]
  /** The positions of the items in the file. */
  readonly slots: readonly number[]
  readonly refused: readonly (readonly [at: number, why: Refusal])[]
}

/** The items for the desk, in the order in which it can apply them. */
async function takenItems(
  context: Caller,
  { kind, items }: KeyedItems,
  options: Options,
): Promise<TakenItems> {
  const taken: BatchItem[] = []
  const slots: number[] = []
  const refused: (readonly [number, Refusal])[] = []
  const keys = items.map(({ key }) => key)
  const forbidden = refuseWriter(context.session, kind)
  const places = placesOf(kind, keys, context)
  const seen = new Set<string>()
  for (const [n, at] of orderOf(kind, items).entries()) {
    if (n % TRANSFER_TURN_ITEMS === TRANSFER_TURN_ITEMS - 1) await nextTurn()
    const fields = items[at]?.fields ?? {}
    const key = keys[at]?.toLowerCase() ?? ''
    const twice = sharesKeys(kind) && seen.has(key) ? TWICE : undefined
    seen.add(key)
    const item = forbidden ?? twice ?? (await itemOf(context, kind, fields, options))
    if (isRefusal(item)) {
      refused.push([at, item])
      continue
    }
    const place = places[at]
    taken.push(place === undefined || item.do === 'staff' ? item : { ...item, place })
    slots.push(at)
  }
  return { taken, slots, refused }
}

/** Refuses a repeated key, whose second record would overwrite the first. */
const TWICE = because('conflict.key_twice_in_file')

function sharesKeys(kind: SettingsFileKind): boolean {
  return kind === STAFF_KIND || shapeOf(kind).sharesKeys === true
}

function orderOf(kind: SettingsFileKind, items: KeyedItems['items']): readonly number[] {
  if (kind === STAFF_KIND) return items.map((_, at) => at)
  const keys = items.map(({ key }) => key)
  return importOrder(
    shapeOf(kind),
    keys,
    items.map(({ fields }) => fields),
  )
}

async function itemOf(
  context: Caller,
  kind: SettingsFileKind,
  fields: Fields,
  { isDryRun, ...options }: Options,
): Promise<ConfigImport | StaffImport | Refusal> {
  if (kind === STAFF_KIND) return staffItem(fields, options.mode)
  if (kind === 'brands') return brandItem(context, fields, { isDryRun, ...options })
  const formed = checkedItem(kind, options.from, fields)
  if (isRefusal(formed)) return formed
  if (kind === 'settings') {
    const meant = meantBlocks(context, formed.fields)
    return isRefusal(meant) ? meant : { do: 'import', ...formed, fields: meant, ...options }
  }
  const refusal = kind === 'groups' ? await refuseGroupItem(context, formed.fields) : undefined
  return refusal ?? { do: 'import', ...formed, ...options }
}

/** The settings, with the masks of blocked sign-ups that the writer may not see. */
function meantBlocks({ services, session }: Caller, fields: Fields): Fields | Refusal {
  const { blocked_signups: given } = fields
  if (!isShownBlocks(given)) return fields
  const [{ blocked_signups: known = [] } = {}] = services.settings.book.records.settings
  const blocks = keptBlocks(given, known, session)
  return isRefusal(blocks) ? blocks : { ...fields, blocked_signups: blocks }
}

/** A brand with its images. They are stored after the other fields have been checked. */
async function brandItem(
  context: Caller,
  { images, ...fields }: Fields,
  { isDryRun, ...options }: Options,
): Promise<ConfigImport | Refusal> {
  const formed = checkedItem('brands', options.from, fields)
  if (isRefusal(formed)) return formed
  const item: ConfigImport = { do: 'import', ...formed, ...options }
  const { asNew, asChange } = formed.mistakes
  if (images === undefined || (asNew !== null && asChange !== null)) return item
  const pictures = readPictures(images)
  if (isRefusal(pictures)) return pictures
  const { services, session } = context
  const company = String(formed.fields['company']).toLowerCase()
  const brand = services.settings.book.records.brands.find(
    (one) => one.company.toLowerCase() === company,
  )
  const kept = await storePictures(pictures, { services, owner: session.login, brand, isDryRun })
  return isRefusal(kept) ? kept : { ...item, images: kept }
}

/** The neighbours of each record in the file, for kinds with an order. */
function placesOf(
  kind: SettingsFileKind,
  keys: readonly string[],
  to: Viewer,
): readonly ImportPlace[] {
  if (kind === STAFF_KIND || kindOf(kind).order !== 'position') return []
  const here = idsByKey(kind, to)
  let precedes: string | null = null
  return keys
    .map((key, at) => [key, keys[at - 1] ?? null] as const)
    .reverse()
    .map(([key, follows]) => {
      const place = { follows, precedes }
      if (here.has(key.toLowerCase())) precedes = key
      return place
    })
    .reverse()
}

function refusedRow({ code, message }: Refusal): ItemResult {
  return { did: 'refused', id: null, fields: [], code, message, field: null }
}

const NOT_TAKEN = refusedRow(because('unavailable.not_reached'))

type ImportAction = (typeof IMPORT_ACTIONS)[number]
type PreviewAction = (typeof PREVIEW_ACTIONS)[number]

function importAction({ did }: ItemResult): ImportAction {
  if (did === 'created' || did === 'skipped') return did
  if (did === 'changed') return 'updated'
  return did === 'same' ? 'unchanged' : 'error'
}

const AHEAD: Readonly<Record<ImportAction, PreviewAction>> = {
  created: 'create',
  updated: 'update',
  unchanged: 'unchanged',
  skipped: 'skip',
  error: 'error',
}

function previewAction(result: ItemResult): PreviewAction {
  return AHEAD[importAction(result)]
}

function errorText({ did, code, message }: ItemResult): string | null {
  return did === 'refused' ? `${code}: ${message}` : null
}

function resultsOf<Action extends string>(
  rows: readonly Row[],
  actionOf: (result: ItemResult) => Action,
  actions: readonly Action[],
) {
  const items = rows.map(({ kind, key, result }) => ({
    action: actionOf(result),
    changes: [...result.fields],
    error: errorText(result),
    key,
    kind,
    warnings: [...(result.warnings ?? [])],
  }))
  const counts = actions.map((action) => [
    action,
    items.filter((item) => item.action === action).length,
  ])
  const keptOff = rows.filter(({ result: { did, isKeptOff } }) => isKeptOff && did !== 'refused')
  const connections_disabled = keptOff.map(({ kind, key }) => ({ kind, key }))
  return {
    items,
    connections_disabled,
    summary: Object.fromEntries(counts) as Record<Action, number>,
  }
}
