import { EVERY_SYMBOL } from '../../../engine/config/kinds/gateway.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  GroupMask,
  Id,
  Int,
  List,
  Nullable,
  Rows,
  Time,
  View,
} from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'
import {
  CONNECTION_FIELDS,
  CONNECTION_SECRETS,
  CONNECTION_SHOWN,
  GatewayTranslation,
  Masks,
  translationsOf,
} from './connection.js'

const GROUPS_MAX = 1024
const PAUSE_SECONDS_MAX = 86_400
const TRANSACTION_DAYS_MAX = 3650

export const GatewayGroup = Body({
  group: GroupMask,
  symbols: Default(Masks, [...EVERY_SYMBOL]),
})

const FIELDS = {
  ...CONNECTION_FIELDS,
  translates: translationsOf(GatewayTranslation),
  module: Choice(['fix44']),
  mode: Choice(['Active', 'Passive']),
  reconnect_attempts: Int(1, 1000),
  series_pause_sec: Int(0, PAUSE_SECONDS_MAX),
  allow_import_balances: Flag,
  collect_transactions_days: Int(0, TRANSACTION_DAYS_MAX),
  groups: List(GatewayGroup, GROUPS_MAX),
  profiling: Flag,
  ssl: Flag,
}

const WRITTEN = { ...FIELDS, ...CONNECTION_SECRETS }

export const CreateGatewayBody = CreateOf(WRITTEN, ['name', 'server'])
export const PatchGatewayBody = PatchOf(WRITTEN)
export const GatewayView = RecordOf({ ...FIELDS, ...CONNECTION_SHOWN })

export const GatewayInstrumentsView = Rows(
  View({
    name: AnyText,
    description: AnyText,
    currency: AnyText,
    digits: Nullable(Int(0)),
    contract_size: AnyText,
    /** The symbol of this server with the same or a translated name; null if there is none. */
    symbol_id: Nullable(Id),
  }),
)

const Count = Int(0)
const Milliseconds = Nullable(Int(0))

export const ProfiledMessageView = View({ type: AnyText, count: Count })
const ProfiledMessages = Rows(ProfiledMessageView)
/** Times in microseconds. */
export const ProfiledTimesView = View({
  count: Count,
  p50_us: Nullable(Count),
  p99_us: Nullable(Count),
  max_us: Nullable(Count),
})

export const GatewayStatusView = View({
  gateway_id: Id,
  instance: AnyText,
  state: Choice(['online', 'stopped', 'disabled']),
  since: Nullable(Time),
  last_error: AnyText,
  last_logon: Nullable(Time),
  logons: Count,
  answer_ms: Milliseconds,
  latency_ms: View({ p50: Milliseconds, p99: Milliseconds }),
  bytes_in: Count,
  bytes_out: Count,
  seq_in: Count,
  seq_out: Count,
  instruments: Count,
  symbols: Count,
  orders: Count,
  fills: Count,
  rejects: Count,
  outbox: Count,
  /** The measured times; null unless the gateway's `profiling` is on. */
  profile: Nullable(
    View({
      since: Time,
      messages_in: ProfiledMessages,
      messages_out: ProfiledMessages,
      ack: ProfiledTimesView,
      fill: ProfiledTimesView,
      end: ProfiledTimesView,
      taken: ProfiledTimesView,
    }),
  ),
})
