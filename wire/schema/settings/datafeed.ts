import {
  AnyText,
  Choice,
  Flag,
  Id,
  Int,
  Nullable,
  Optional,
  Rows,
  TextMap,
  Time,
  View,
} from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'
import {
  CONNECTION_FIELDS,
  CONNECTION_SECRETS,
  CONNECTION_SHOWN,
  DatafeedTranslation,
  Seconds,
  translationsOf,
} from './connection.js'

const FIELDS = {
  ...CONNECTION_FIELDS,
  translates: translationsOf(DatafeedTranslation),
  module: Choice(['fix44', 'dde']),
  idle_timeout_sec: Seconds,
  failures_before_rest: Int(1, 1000),
  rest_sec: Seconds,
  quotes_enabled: Flag,
  news_enabled: Flag,
}

const WRITTEN = { ...FIELDS, ...CONNECTION_SECRETS }

export const CreateDatafeedBody = CreateOf(WRITTEN, ['module', 'name', 'server'])
export const PatchDatafeedBody = PatchOf(WRITTEN)
export const DatafeedView = RecordOf({ ...FIELDS, ...CONNECTION_SHOWN })

export const DatafeedStatusView = View({
  datafeed_id: Id,
  state: Choice(['online', 'connecting', 'resting', 'disabled']),
  quotes_per_sec: Int(0),
  last_quote: Nullable(Time),
  last_error: AnyText,
  bytes_in: Int(0),
  bytes_out: Int(0),
})

export const ConnectionLogLineView = View({
  at: Time,
  level: Choice(['info', 'warn', 'error']),
  text: AnyText,
})
export const DatafeedLogView = Rows(ConnectionLogLineView)

export const ImportSymbolsView = View({
  created: Rows(View({ id: Id, path: AnyText, source: AnyText })),
  skipped: Rows(
    View({ source: AnyText, reason: AnyText, reason_key: AnyText, reason_params: TextMap }),
  ),
  left: Int(0),
  planned: Optional(Rows(View({ path: AnyText, source: AnyText }))),
})
