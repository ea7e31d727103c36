import { inSteps } from '../../../actors/thread/in-steps.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import type { ConfigRecords } from '../../../engine/config/config-records.js'
import { contentOf } from '../../../engine/config/content.js'
import type { BrandRecord } from '../../../engine/config/records/brand.js'
import type { SymbolRecord } from '../../../engine/config/records/symbol.js'
import { exportedRecord, shapeOf } from '../../../engine/config/transfer/exported.js'
import {
  SETTINGS_FILE_KINDS,
  STAFF_KIND,
  type TransferKind,
} from '../../../engine/config/transfer/kinds.js'
import { TRANSFER_TURN_ITEMS } from '../../../engine/limits/transfer.js'
import { because } from '../../../engine/reasons/reasons.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import {
  type JsonFields,
  type JsonValue,
  jsonField,
  jsonFields,
  jsonList,
  jsonObject,
  jsonOf,
} from '../../../wire/format/json-parts.js'
import {
  ListExportQuery,
  ListExportView,
  TRANSFER_FORMAT,
  TRANSFER_VERSION,
  TransferExportBody,
  TransferFileView,
} from '../../../wire/schema/settings/transfer.js'
import type { KnownActor } from '../../pipeline/actor.js'
import { withoutFields } from '../../pipeline/idempotency-key.js'
import { hidesBlocks } from '../../reach/blocked-masks.js'
import { type FrontRoute, route } from '../route.js'
import type { Viewer } from '../settings/config-family.js'
import { reachedRecords } from '../settings/config-routes.js'
import { withStatus } from '../symbols/staff-symbols.js'
import { PictureWriter } from './brand-pictures.js'
import { chosenStaff, staffInReach } from './staff-items.js'
import {
  keyFieldOf,
  mayRead,
  RecordsById,
  refuseWriter,
  TRANSFER_RIGHTS,
} from './transfer-kinds.js'

export const exportRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/config/transfer/export',
  audience: 'staff',
  anyOf: TRANSFER_RIGHTS,
  summary: 'Export settings for another server',
  description:
    '`kinds` names the kinds, each with a list of keys, or null for all its records. References ' +
    'are written as keys: gateways and leverage profiles by name, symbols and groups by path, ' +
    'brands by company, staff by login.\n\n' +
    'The file contains no secrets, no dealers, and no pictures of brands beyond 5 MiB in total. ' +
    '`blocked_signups` is missing if your rights hide one of its masks. `export_removed` of a ' +
    'record lists the missing fields. `denied` lists kinds that you may not read.',
  body: TransferExportBody,
  data: TransferFileView,
  errors: ['not_found', 'unavailable'],
  example: { body: { kinds: { symbols: ['Forex\\Majors\\EURUSD'], holidays: null } } },
  async handle(context) {
    const { body, services, session } = context
    const asked = SETTINGS_FILE_KINDS.filter((kind) => body.kinds[kind] !== undefined)
    const allowed = asked.filter((kind) => mayRead(session, kind))
    const lists: JsonFields[] = []
    for (const kind of allowed) {
      const keys = body.kinds[kind] ?? null
      const rows =
        kind === STAFF_KIND ? await staffRows(context, keys) : await rowsOf(context, kind, keys)
      if (isRefusal(rows)) return rows
      lists.push(jsonField(kind, jsonList(rows)))
    }
    const head = {
      format: TRANSFER_FORMAT,
      version: TRANSFER_VERSION,
      exported_at: new Date(services.clock.now()).toISOString(),
      source: 'openfloor',
      key_fields: Object.fromEntries(allowed.map((kind) => [kind, keyFieldOf(kind)])),
      denied: asked.filter((kind) => !allowed.includes(kind)),
    }
    return new JsonText(jsonObject(jsonFields(head), jsonField('kinds', jsonObject(...lists))))
  },
})

/** The records of a kind as they appear in the file. */
async function rowsOf<K extends TransferKind>(
  context: Viewer,
  kind: K,
  keys: readonly string[] | null,
): Promise<readonly JsonValue[] | Refusal> {
  const { services } = context
  const records = chosen<K>(kind, reachedRecords(context, kind), keys)
  if (isRefusal(records)) return records
  const world = new RecordsById(services.settings.book.records)
  const shape = shapeOf(kind)
  if (kind !== 'brands') {
    return inParts(records, (record) => {
      const { fields, removed } = exportedRecord(kind, shape, record, world)
      const hidden = hiddenIn(kind, record, context)
      return jsonOf({ ...withoutFields(fields, hidden), export_removed: [...removed, ...hidden] })
    })
  }
  const pictures = new PictureWriter(services)
  const rows: JsonValue[] = []
  for (const record of records) {
    const { fields, removed } = exportedRecord(kind, shape, record, world)
    const { images, leftOut } = await pictures.write(record as BrandRecord)
    rows.push(jsonOf({ ...fields, images, export_removed: [...removed, ...leftOut] }))
  }
  return rows
}

/** Fields that the reader may not see completely. */
function hiddenIn<K extends TransferKind>(
  kind: K,
  record: ConfigRecords[K],
  { session }: Viewer,
): readonly string[] {
  if (kind !== 'settings') return []
  const { blocked_signups } = record as ConfigRecords['settings']
  return hidesBlocks(blocked_signups, session) ? ['blocked_signups'] : []
}

async function staffRows(
  context: Viewer & { readonly actor: KnownActor },
  keys: readonly string[] | null,
): Promise<readonly JsonValue[] | Refusal> {
  const all = await staffInReach(context)
  if (isRefusal(all)) return all
  const staff = chosenStaff(all, keys)
  if ('missing' in staff) return because('not_found.transfer_staff', { login: staff.missing })
  return inParts(staff, ({ fields, removed }) => jsonOf({ ...fields, export_removed: removed }))
}

/** The records with these keys, in the order of the list. An unknown key is refused. */
function chosen<K extends TransferKind>(
  kind: K,
  records: readonly ConfigRecords[K][],
  keys: readonly string[] | null,
): readonly ConfigRecords[K][] | Refusal {
  if (keys === null) return records
  const { keyOf } = shapeOf(kind)
  const wanted = new Map(keys.map((key) => [key.toLowerCase(), key]))
  const missed = new Map(wanted)
  const found = records.filter((record) => {
    const key = keyOf(contentOf<K>(record)).toLowerCase()
    missed.delete(key)
    return wanted.has(key)
  })
  const [missing] = missed.values()
  return missing === undefined
    ? found
    : because('not_found.transfer_record', { key: missing, kind })
}

/** Serializes thousands of records in steps, so that other requests get their turn in between. */
function inParts<Row>(
  rows: readonly Row[],
  textOf: (row: Row) => JsonValue,
): Promise<readonly JsonValue[]> {
  return inSteps(
    (function* () {
      const texts: JsonValue[] = []
      for (const row of rows) {
        texts.push(textOf(row))
        if (texts.length % TRANSFER_TURN_ITEMS === 0) yield
      }
      return texts
    })(),
  )
}

export const listExportRoute: FrontRoute = route({
  method: 'GET',
  path: '/admin/v1/config/export',
  audience: 'staff',
  anyOf: ['config.symbols', 'config.groups'],
  summary: 'Read all symbols or groups',
  description:
    'Answers all symbols, or all groups in your scope, in the form of their lists. Symbols need ' +
    'the right `config.symbols`, groups `config.groups`.',
  query: ListExportQuery,
  data: ListExportView,
  async handle(context) {
    const { kind } = context.query
    const refusal = refuseWriter(context.session, kind)
    if (refusal !== undefined) return refusal
    const rows = await inParts(reachedRecords(context, kind), (record) =>
      jsonOf(kind === 'symbols' ? shownSymbol(record as SymbolRecord, context) : record),
    )
    return new JsonText(jsonObject(jsonField('items', jsonList(rows)), jsonFields({ kind })))
  },
})

function shownSymbol(symbol: SymbolRecord, { services }: Viewer): object {
  return withStatus(symbol, services)
}
