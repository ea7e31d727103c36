import { IMPORT_MODES } from '../../../engine/config/transfer/import-mode.js'
import { DELETED_KINDS, SETTINGS_FILE_KINDS } from '../../../engine/config/transfer/kinds.js'
import { TRANSFER_ITEMS_MAX, TRANSFER_KEY_MAX } from '../../../engine/limits/transfer.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Defaults,
  Flag,
  IgnoredField,
  Int,
  List,
  Nullable,
  Optional,
  Query,
  Rows,
  Text,
  Time,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { EffectsView } from './config.js'

/** Settings for export to another server, and import from one (docs/decisions/transfer.md). */
export const TRANSFER_FORMAT = 'app-config'
export const TRANSFER_VERSION = 1

export const PREVIEW_ACTIONS = ['create', 'update', 'unchanged', 'skip', 'error'] as const
export const IMPORT_ACTIONS = ['created', 'updated', 'unchanged', 'skipped', 'error'] as const

const Kind = Choice(SETTINGS_FILE_KINDS)
/** The kinds of the older routes, which use the format of their lists. */
const LIST_KINDS = ['symbols', 'groups'] as const
const ListKind = Choice(LIST_KINDS)
const Keys = List(Text(TRANSFER_KEY_MAX, 1), TRANSFER_ITEMS_MAX)

/** The most fields of a record in a file, more than any kind has. */
const FIELDS_MAX = 128

/**
 * A record's fields are validated individually by its kind's schema, so that one invalid record
 * does not stop the others.
 */
const Item = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: {},
  maxProperties: FIELDS_MAX,
})
const Items = List(Item, TRANSFER_ITEMS_MAX)

const byKind = <Value extends Parameters<typeof Optional>[0]>(value: Value) =>
  Body(
    Object.fromEntries(
      SETTINGS_FILE_KINDS.map((kind) => [kind, Optional(value)]),
    ) as unknown as Record<
      (typeof SETTINGS_FILE_KINDS)[number],
      ReturnType<typeof Optional<Value>>
    >,
  )

export const TransferSelection = byKind(Nullable(Keys))

export const ListExportQuery = Query({ kind: ListKind })
export const ListExportView = View({ items: Rows(Item), kind: ListKind })
export const ListImportBody = Body({ kind: ListKind, items: Items })
export const ListImportView = Rows(
  View({
    action: Choice(IMPORT_ACTIONS),
    error: Nullable(AnyText),
    identity: AnyText,
  }),
)

export const CatalogView = View({
  kinds: Rows(
    View({
      kind: Kind,
      key_field: AnyText,
      count: Int(0),
      can_read: Flag,
      can_write: Flag,
      items: Rows(View({ key: AnyText, enabled: Nullable(Flag) })),
    }),
  ),
})

export const TransferExportBody = Body({ kinds: TransferSelection })
export const TransferFileView = View({
  format: Choice([TRANSFER_FORMAT]),
  version: Int(1),
  exported_at: Time,
  source: AnyText,
  key_fields: Type.Unsafe<Readonly<Record<string, string>>>({ type: 'object' }),
  kinds: Type.Unsafe<Readonly<Record<string, readonly unknown[]>>>({ type: 'object' }),
  denied: Rows(Kind),
})

const TransferFile = Body({
  format: Choice([TRANSFER_FORMAT]),
  version: Int(1, TRANSFER_VERSION),
  kinds: byKind(Items),
  exported_at: Optional(IgnoredField),
  source: Optional(IgnoredField),
  key_fields: Optional(IgnoredField),
  denied: Optional(IgnoredField),
})

export const TransferImportBody = Body({
  file: TransferFile,
  options: Defaults(
    Body({
      mode: Default(Choice(IMPORT_MODES), 'upsert'),
      new_symbols_trading_disabled: Default(Flag, true),
      connections_enabled: Default(Flag, false),
    }),
  ),
  select: Optional(TransferSelection),
})

export const DisabledConnectionView = View({ kind: Kind, key: AnyText })

const resultsOf = <const Actions extends readonly string[]>(actions: Actions) =>
  View(resultFields(actions))

const resultFields = <const Actions extends readonly string[]>(actions: Actions) => ({
  items: Rows(
    View({
      action: Choice(actions),
      changes: Rows(AnyText),
      error: Nullable(AnyText),
      key: AnyText,
      kind: Kind,
      warnings: Rows(AnyText),
    }),
  ),
  /** Datafeeds, gateways and mail servers that are enabled in the file but imported as disabled. */
  connections_disabled: Rows(DisabledConnectionView),
  summary: View(
    Object.fromEntries(actions.map((action) => [action, Int(0)])) as unknown as Record<
      Actions[number],
      ReturnType<typeof Int>
    >,
  ),
})

export const TransferPreviewView = View({
  ...resultFields(PREVIEW_ACTIONS),
  effects: EffectsView,
})
export const TransferImportView = resultsOf(IMPORT_ACTIONS)

export const TransferDeleteBody = Body({
  kind: Choice(DELETED_KINDS),
  keys: Keys,
  dry_run: Default(Flag, true),
})
export const TransferDeleteView = View({
  items: Rows(
    View({
      action: Choice(['delete', 'deleted', 'refused', 'not_found']),
      error: Nullable(AnyText),
      key: AnyText,
      warning: Nullable(AnyText),
    }),
  ),
})
