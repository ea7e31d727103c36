import type { Data } from '../../link/contract.js'
import { ReadPanel, usePanelData } from '../../look/panel-data.js'
import { open } from '../../staff/place.js'
import type { Server } from '../../staff/records.js'
import { may } from '../../staff/rights.js'
import { serversWords } from '../../text/desk/servers-words.js'
import { nameOf } from '../../text/name-of.js'
import { grouped } from '../../text/numbers.js'
import { timeText } from '../../text/times.js'
import { Facts, RecordCard } from '../lists/record-card.js'

type Monitor = Data<'GET /admin/v1/network/servers/{id}/instances/{instance}/monitor'>
type Point = Monitor['history'][number]
type ServerId = Server['id']

const GIB = 1024 ** 3
const MIB = 1024 ** 2

/** The card of a server process: its configuration, and the load of its machine in the last hour. */
export function ServerCard({ id, reads }: { id: string; reads: number }) {
  const text = serversWords.value
  const read = usePanelData(
    'GET /admin/v1/network/servers/{id}',
    { params: { id: id as ServerId } },
    reads,
  )
  const instance = read.data?.instances[0]
  const sees = may({ all: ['config.servers', 'server.machines', 'terminal.admin'] })
  return (
    <RecordCard title={read.data?.title ?? id} onClose={() => open([])}>
      <ReadPanel read={read}>
        {(server) => (
          <>
            <Facts rows={factsOf(server)} />
            {sees && instance !== undefined && (
              <MachineOf id={id} instance={instance.instance_id} reads={reads} />
            )}
            {!sees && <p class="empty">{text.noMonitor}</p>}
          </>
        )}
      </ReadPanel>
    </RecordCard>
  )
}

function factsOf(server: Server) {
  const text = serversWords.value
  const { allocations, maintenance } = server
  const names = ['accounts', 'clients', 'orders', 'deals'] as const
  const used =
    allocations === null
      ? []
      : names.map((name) => {
          const { total, used_from: from, used_to: to } = allocations[name]
          const told = text.numbers({ total: grouped(total), from, to })
          return [`${text.used}: ${text.numberKinds[name]}`, told] as const
        })
  const [instance] = server.instances
  return [
    [text.status, nameOf(text.states, server.status)],
    [text.log, instance?.applied_version],
    ...used,
    ...(maintenance === null
      ? []
      : [
          [
            text.maintenance,
            `${nameOf(text.runs, maintenance.status)} ${timeText(maintenance.scheduled_at ?? '')}`,
          ] as const,
        ]),
  ] as const
}

function MachineOf(props: { id: string; instance: string; reads: number }) {
  const text = serversWords.value
  const read = usePanelData(
    'GET /admin/v1/network/servers/{id}/instances/{instance}/monitor',
    { params: { id: props.id as ServerId, instance: props.instance } },
    props.reads,
  )
  return (
    <ReadPanel read={read}>
      {(now) => (
        <>
          <Facts
            rows={[
              [
                text.disk,
                text.disks({ free: gib(now.disk.free_bytes), total: gib(now.disk.total_bytes) }),
              ],
              [text.sockets, now.sockets],
              [text.wal, text.records({ n: now.wal.lag })],
              [text.projection, text.records({ n: now.projection.lag })],
            ]}
          />
          <h3 class="card-title">{text.hour}</h3>
          <div class="hours">
            <Hour
              label={text.cpu}
              now={now.cpu_percent}
              points={now.history}
              of={(at) => at.cpu_percent}
            />
            <Hour
              label={text.memory}
              now={now.memory.rss_bytes / MIB}
              points={now.history}
              of={(at) => at.rss_bytes / MIB}
            />
            <Hour
              label={text.loop}
              now={now.event_loop_delay_ms.p99}
              points={now.history}
              of={(at) => at.event_loop_p99_ms}
            />
            <Hour
              label={text.requests}
              now={now.requests_per_second}
              points={now.history}
              of={(at) => at.requests_per_second}
            />
            <Hour
              label={text.trades}
              now={now.trades_per_second}
              points={now.history}
              of={(at) => at.trades_per_second}
            />
          </div>
        </>
      )}
    </ReadPanel>
  )
}

const gib = (bytes: number) => grouped((bytes / GIB).toFixed(1))
const WIDTH = 240
const HEIGHT = 44

/**
 * A graph of one figure over the last hour, one point a minute, with the newest and the highest
 * value.
 */
function Hour(props: {
  label: string
  now: number
  points: readonly Point[]
  of: (point: Point) => number
}) {
  const text = serversWords.value
  const values = props.points.map(props.of)
  const most = Math.max(props.now, ...values)
  const step = values.length < 2 ? 0 : WIDTH / (values.length - 1)
  const line = values.map(
    (value, i) =>
      `${(i * step).toFixed(1)},${(HEIGHT - 2 - (most === 0 ? 0 : (value / most) * (HEIGHT - 4))).toFixed(1)}`,
  )
  const told = (value: number) => grouped(value.toFixed(value < 10 ? 1 : 0))
  return (
    <figure class="hour">
      <figcaption>
        {props.label}{' '}
        <span class="faint">
          {text.now} {told(props.now)}, {text.most} {told(most)}
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={line.join(' ')} />
      </svg>
    </figure>
  )
}
