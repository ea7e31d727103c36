import type { Maintenance } from '../../../actors/desk/accounts/demo-expiry.js'
import { firewall } from '../../../actors/machine/firewall.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import {
  NETWORK_SERVERS,
  type NetworkServerName,
  type NetworkServerRecord,
} from '../../../engine/config/records/network.js'
import { because } from '../../../engine/reasons/reasons.js'
import { timeOrNull, timeText } from '../../../wire/format/time-text.js'
import { DryRunQuery } from '../../../wire/schema/settings/config.js'
import {
  FirewallView,
  MonitorView,
  NetworkInstanceParams,
  NetworkInstanceView,
  NetworkServerParams,
  NetworkServerView,
  PatchNetworkServerBody,
} from '../../../wire/schema/settings/network.js'
import { Rows } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import { type AnyFrontContext, type FrontRoute, type FrontServices, route } from '../route.js'
import { withRecordShown } from '../settings/config-routes.js'
import { affectsOf } from '../settings/dry-run.js'

const PATH = '/admin/v1/network/servers'
const RIGHT = 'config.servers'
const RATE = { per: 'login', max: 60, seconds: 60 } as const
const PARAMS = { id: 'trade' }

type Caller = Pick<AnyFrontContext, 'services'> & { readonly session: Session }

/**
 * Routes for logical servers: their settings, and the load of the machine
 * (docs/run/sign-in-rules.md).
 */
export const adminNetworkRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: PATH,
    audience: 'staff',
    rights: [RIGHT],
    rate: RATE,
    tag: 'network',
    summary: 'List the logical servers',
    description:
      'Lists the logical servers for execution, access and prices; one process runs all three. ' +
      '`allocations` and `maintenance` belong to `trade`.',
    data: Rows(NetworkServerView),
    errors: ['unavailable'],
    async handle(context) {
      const records = context.services.settings.book.records.network
      return viewsOf(context, records)
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}`,
    audience: 'staff',
    rights: [RIGHT],
    rate: RATE,
    tag: 'network',
    summary: 'Read a logical server',
    description:
      'Answers the settings of the server and its instances, with the version for a change.',
    params: NetworkServerParams,
    data: NetworkServerView,
    errors: ['not_found', 'unavailable'],
    example: { params: PARAMS },
    handle(context) {
      const record = recordOf(context.services, context.params.id)
      return record === undefined ? missing(context.params.id) : viewOf(context, record)
    },
  }),
  route({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    audience: 'staff',
    rights: [RIGHT],
    tag: 'network',
    summary: 'Change a logical server',
    description:
      'Send the version that you last read and the fields to change. `access` belongs to `api`, ' +
      '`history` to `quote`, and `optimization_time` and `demo` to `trade`. A change of `access` ' +
      'applies at once to sign-ins, sessions and sockets.',
    params: NetworkServerParams,
    query: DryRunQuery,
    body: PatchNetworkServerBody,
    data: NetworkServerView,
    errors: ['not_found', 'conflict', 'unavailable'],
    example: { params: { id: 'api' }, body: { version: 1, access: { allow_api: false } } },
    async handle(context) {
      const { params, body, services, actor } = context
      const record = recordOf(services, params.id)
      if (record === undefined) return missing(params.id)
      const { version, ...input } = body
      const { dry_run: dryRun } = context.query
      const asked = { actor, kind: 'network', id: record.id, version, input, dryRun } as const
      const changed = await services.desk.ask('config.update', asked)
      if (!changed.ok) {
        const shown = await viewOf(context, record)
        return withRecordShown(changed, () => shown)
      }
      const after = changed.value as NetworkServerRecord
      const shown = await viewOf(context, after)
      if (!dryRun || isRefusal(shown)) return shown
      const counted = await affectsOf(context, 'network', record, after)
      return isRefusal(counted) ? counted : { ...shown, ...counted }
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}/instances/{instance}`,
    audience: 'staff',
    rights: [RIGHT],
    tag: 'network',
    summary: 'Read an instance',
    description: 'Answers the process that serves this request. It knows no others.',
    params: NetworkInstanceParams,
    data: NetworkInstanceView,
    errors: ['not_found'],
    handle({ params, services }) {
      return (
        refuseInstance(services, params) ?? instanceOf(services, params.id as NetworkServerName)
      )
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}/instances/{instance}/monitor`,
    audience: 'staff',
    rights: [RIGHT],
    rate: RATE,
    tag: 'network',
    summary: 'Read the monitor of an instance',
    description:
      'Answers the figures of now, and one point per minute of the last hour. Rates are averages ' +
      'since the previous minute. `network` shows `network_adapter`, or all adapters except ' +
      'loopback if that is empty. A figure that the kernel does not report is null, with a ' +
      'reason.',
    params: NetworkInstanceParams,
    data: MonitorView,
    errors: ['not_found'],
    async handle({ params, services }) {
      return refuseInstance(services, params) ?? (await monitorOf(services, params.id))
    },
  }),
  route({
    method: 'GET',
    path: `${PATH}/{id}/instances/{instance}/firewall`,
    audience: 'staff',
    rights: ['terminal.admin', RIGHT, 'server.machines'],
    rate: { per: 'login', max: 10, seconds: 60 },
    tag: 'network',
    summary: 'Read the firewall of the machine',
    description:
      'Reads up to 1,000 rules for incoming packets, from nftables or iptables. Changes nothing. ' +
      'If the rules cannot be read, `available` is false, with the reason.',
    params: NetworkInstanceParams,
    data: FirewallView,
    errors: ['not_found'],
    async handle({ params, services }) {
      const refusal = refuseInstance(services, params)
      if (refusal !== undefined) return refusal
      const { rows, ...found } = await firewall()
      const { machine, clock } = services
      const sampled_at = timeText(clock.now())
      return {
        ...found,
        rows: [...rows],
        host: machine.hostname,
        read_only: true,
        sampled_at,
        stale: false,
      }
    },
  }),
]

function recordOf({ settings }: Pick<FrontServices, 'settings'>, id: string) {
  return settings.book.records.network.find(({ server }) => server === id)
}

function missing(id: string): Refusal {
  return because('not_found.server', { id, known: NETWORK_SERVERS.join(', ') })
}

function refuseInstance(
  services: Pick<FrontServices, 'settings' | 'machine'>,
  { id, instance }: { readonly id: string; readonly instance: string },
): Refusal | undefined {
  if (recordOf(services, id) === undefined) return missing(id)
  if (instance === services.machine.instanceId) return undefined
  return because('not_found.instance', { instance, id })
}

async function viewOf(context: Caller, record: NetworkServerRecord) {
  const views = await viewsOf(context, [record])
  return isRefusal(views) ? views : (views[0] ?? missing(record.server))
}

async function viewsOf(context: Caller, records: readonly NetworkServerRecord[]) {
  const { services, session } = context
  const spans = await services.queries.of(session).run('network.spans', null)
  if (!spans.ok) return spans
  const last = await services.desk.ask('maintenance.last', null)
  if (!last.ok) return last
  const order = (name: NetworkServerName): number => NETWORK_SERVERS.indexOf(name)
  return [...records]
    .sort((one, other) => order(one.server) - order(other.server))
    .map(({ id: _, server, demo, ...record }) => {
      const isTrade = server === 'trade'
      const instance = instanceOf(services, server)
      return {
        ...record,
        id: server,
        internal_id: internalId(server),
        demo: demo === null ? null : { ...demo },
        allocations: isTrade ? spans.value : null,
        maintenance: isTrade ? maintenanceOf(last.value) : null,
        capabilities: {
          access_policy: server === 'api',
          demo: isTrade,
          edit_metadata: true,
          failover: false,
          history_timeout: server === 'quote',
          network_adapter: true,
          optimization: isTrade,
          provision: false,
          ranges: false,
          transport: false,
        },
        status: instance.status,
        instances: [instance],
      }
    })
}

function maintenanceOf(run: Maintenance | null) {
  if (run === null) return null
  const { configVersion, error, expired, busy, status, slot, startedAt, finishedAt } = run
  return {
    config_version: configVersion,
    error,
    expired,
    skipped_busy: busy,
    status,
    scheduled_at: timeText(slot),
    started_at: timeText(startedAt),
    finished_at: timeOrNull(finishedAt),
  }
}

function internalId(server: NetworkServerName): number {
  return NETWORK_SERVERS.indexOf(server) + 1
}

/** The answering process is alive and ready, otherwise it could not answer. */
function instanceOf(services: FrontServices, server: NetworkServerName) {
  const { machine, clock, settings } = services
  return {
    instance_id: machine.instanceId,
    internal_id: internalId(server),
    hostname: machine.hostname,
    host_boot_id: machine.bootId,
    os: machine.os,
    architecture: machine.architecture,
    cpu_cores: machine.cores,
    goroutines: machine.threads,
    heap_bytes: process.memoryUsage().heapUsed,
    applied_version: settings.book.version,
    started_at: timeText(machine.startedAt),
    last_seen_at: timeText(clock.now()),
    status: 'ready',
    monitor: true,
  }
}

async function monitorOf(services: FrontServices, server: string) {
  const adapter = recordOf(services, server)?.network_adapter ?? ''
  const { at, point, memory, loop, gc, network, disk, counts } = await services.machine.now(adapter)
  const { rss, heapUsed, heapTotal, external } = memory
  return {
    sampled_at: timeText(at),
    cpu_percent: rounded(point.cpuPercent),
    memory: {
      rss_bytes: rss,
      heap_used_bytes: heapUsed,
      heap_total_bytes: heapTotal,
      external_bytes: external,
    },
    event_loop_delay_ms: { p50: rounded(loop.p50), p99: rounded(loop.p99) },
    gc: { runs: gc.runs, seconds: rounded(gc.seconds) },
    sockets: counts.sockets,
    requests_per_second: rounded(point.requestsPerSecond),
    trades_per_second: rounded(point.tradesPerSecond),
    network: { adapter, ...network },
    disk: { free_bytes: disk.free, total_bytes: disk.total },
    wal: {
      seq: String(counts.seq),
      durable_seq: String(counts.durableSeq),
      lag: Math.max(0, counts.seq - counts.durableSeq),
    },
    projection: {
      seq: String(counts.projectionSeq),
      lag: Math.max(0, counts.durableSeq - counts.projectionSeq),
    },
    history: services.machine.points.map((one) => ({
      at: timeText(one.at),
      cpu_percent: rounded(one.cpuPercent),
      rss_bytes: one.rssBytes,
      event_loop_p99_ms: rounded(one.loopP99Ms),
      requests_per_second: rounded(one.requestsPerSecond),
      trades_per_second: rounded(one.tradesPerSecond),
      rx_bytes_per_second: one.rxPerSecond === null ? null : rounded(one.rxPerSecond),
      tx_bytes_per_second: one.txPerSecond === null ? null : rounded(one.txPerSecond),
    })),
  }
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Math.round(100 * value) / 100 : 0
}
