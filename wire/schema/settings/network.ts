import { say } from '../../../engine/reasons/reasons.js'
import {
  AnyText,
  Body,
  Figure,
  Flag,
  Int,
  Nullable,
  Optional,
  Params,
  Rows,
  Text,
  Time,
  Version,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { AffectsView, EffectsView } from './config.js'

const TITLE_MAX = 128
const ADAPTER_MAX = 15

const Coordinate = Type.String({
  pattern: '^-?(0|[1-9]\\d{0,2})(\\.\\d{1,8})?$',
  examples: ['53.5511'],
  'x-says': say('field.decimal_8'),
})
const TimeOfDay = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d)?$',
  examples: ['03:30'],
  'x-says': say('field.clock'),
})

const ACCESS = {
  allow_administrators: Flag,
  allow_api: Flag,
  allow_clients: Flag,
  allow_managers: Flag,
  antiflood_connections: Int(1, 100_000),
  antiflood_enabled: Flag,
  antiflood_errors: Int(1, 10_000),
}
const History = Body({ datafeeds_timeout_sec: Int(1, 3_600) })
const Demo = Body({ mode: Int(0, 2), period_days: Int(1, 36_500) })

const optional = {
  allow_administrators: Optional(Flag),
  allow_api: Optional(Flag),
  allow_clients: Optional(Flag),
  allow_managers: Optional(Flag),
  antiflood_connections: Optional(Int(1, 100_000)),
  antiflood_enabled: Optional(Flag),
  antiflood_errors: Optional(Int(1, 10_000)),
}

export const PatchNetworkServerBody = Body({
  title: Optional(Text(TITLE_MAX, 1)),
  latitude: Optional(Coordinate),
  longitude: Optional(Coordinate),
  network_adapter: Optional(Text(ADAPTER_MAX)),
  access: Optional(Body(optional)),
  history: Optional(History),
  optimization_time: Optional(TimeOfDay),
  demo: Optional(Demo),
  version: Version,
})

export const NetworkServerParams = Params({ id: Text(16, 1) })
export const NetworkInstanceParams = Params({ id: Text(16, 1), instance: Text(64, 1) })

export const NumbersGivenView = View({
  allocator: AnyText,
  total: AnyText,
  used_from: AnyText,
  used_to: AnyText,
})

export const NetworkInstanceView = View({
  instance_id: AnyText,
  internal_id: Int(1),
  hostname: AnyText,
  host_boot_id: AnyText,
  os: AnyText,
  architecture: AnyText,
  cpu_cores: Int(1),
  goroutines: Int(0),
  heap_bytes: Int(0),
  applied_version: Int(0),
  started_at: Time,
  last_seen_at: Time,
  status: AnyText,
  monitor: Flag,
})

export const MaintenanceView = View({
  config_version: Int(0),
  error: AnyText,
  expired: Int(0),
  finished_at: Nullable(Time),
  scheduled_at: Nullable(Time),
  skipped_busy: Int(0),
  started_at: Nullable(Time),
  status: AnyText,
})

export const NetworkServerView = View({
  id: AnyText,
  internal_id: Int(1),
  title: AnyText,
  latitude: AnyText,
  longitude: AnyText,
  network_adapter: AnyText,
  access: Nullable(View(ACCESS)),
  allocations: Nullable(
    View({
      accounts: NumbersGivenView,
      clients: NumbersGivenView,
      deals: NumbersGivenView,
      orders: NumbersGivenView,
    }),
  ),
  capabilities: View({
    access_policy: Flag,
    demo: Flag,
    edit_metadata: Flag,
    failover: Flag,
    history_timeout: Flag,
    network_adapter: Flag,
    optimization: Flag,
    provision: Flag,
    ranges: Flag,
    transport: Flag,
  }),
  demo: Nullable(View({ mode: Int(0, 2), period_days: Int(1) })),
  history: Nullable(View({ datafeeds_timeout_sec: Int(1) })),
  optimization_time: Nullable(AnyText),
  maintenance: Nullable(MaintenanceView),
  status: AnyText,
  instances: Rows(NetworkInstanceView),
  created_at: Time,
  updated_at: Time,
  version: Int(1),
  affects: Optional(AffectsView),
  effects: Optional(EffectsView),
})

export const NetworkRecordView = NetworkServerView

const Point = View({
  at: Time,
  cpu_percent: Figure,
  rss_bytes: Int(0),
  event_loop_p99_ms: Figure,
  requests_per_second: Figure,
  trades_per_second: Figure,
  rx_bytes_per_second: Nullable(Figure),
  tx_bytes_per_second: Nullable(Figure),
})

export const MonitorView = View({
  sampled_at: Time,
  cpu_percent: Figure,
  memory: View({
    rss_bytes: Int(0),
    heap_used_bytes: Int(0),
    heap_total_bytes: Int(0),
    external_bytes: Int(0),
  }),
  event_loop_delay_ms: View({ p50: Figure, p99: Figure }),
  gc: View({ runs: Int(0), seconds: Figure }),
  sockets: Int(0),
  requests_per_second: Figure,
  trades_per_second: Figure,
  network: View({
    adapter: AnyText,
    rx_bytes: Nullable(Int(0)),
    tx_bytes: Nullable(Int(0)),
    tcp_retransmits: Nullable(Int(0)),
    reason: AnyText,
  }),
  disk: View({ free_bytes: Int(0), total_bytes: Int(0) }),
  wal: View({ seq: AnyText, durable_seq: AnyText, lag: Int(0) }),
  projection: View({ seq: AnyText, lag: Int(0) }),
  /** One point per minute of up to an hour, oldest first. */
  history: Rows(Point),
})

export const FirewallView = View({
  available: Flag,
  backend: AnyText,
  host: AnyText,
  read_only: Flag,
  reason: AnyText,
  rows: Rows(
    View({
      action: AnyText,
      address: AnyText,
      chain: AnyText,
      expression: AnyText,
      family: AnyText,
      hook: AnyText,
      interface: AnyText,
      name: AnyText,
      port: AnyText,
      protocol: AnyText,
      table: AnyText,
    }),
  ),
  sampled_at: Time,
  stale: Flag,
  truncated: Flag,
})
