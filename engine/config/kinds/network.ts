import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import type { NetworkAccess, NetworkServerName, NetworkServerRecord } from '../records/network.js'

type NetworkServer = ContentOf<NetworkServerRecord>

/** The default time without a quote after which a feed loses a symbol to the next feed. */
export const DATAFEEDS_TIMEOUT_SEC = 10

export const OPEN_NETWORK: NetworkAccess = {
  allow_administrators: true,
  allow_api: true,
  allow_clients: true,
  allow_managers: true,
  antiflood_connections: 60,
  antiflood_enabled: false,
  antiflood_errors: 20,
}

const EMPTY: Omit<NetworkServer, 'server'> = {
  title: '',
  latitude: '0',
  longitude: '0',
  network_adapter: '',
  access: null,
  history: null,
  optimization_time: null,
  demo: null,
}

/** The fields that only one of the servers has. */
const OWN: Readonly<
  Record<'access' | 'history' | 'optimization_time' | 'demo', NetworkServerName>
> = {
  access: 'api',
  history: 'quote',
  optimization_time: 'trade',
  demo: 'trade',
}

const ADAPTER = /^[^\s/:\p{Cc}]*$/u

/**
 * The three logical servers, which always exist.
 *
 *   - A change of `access` lists what changes; the rest stays.
 *   - Administrators are always admitted, because otherwise nobody could undo the setting.
 */
export const networkKind: ConfigKind<'network'> = {
  kind: 'network',
  noun: 'logical server',
  scope: 'server',
  usedByThreads: ['links'],
  refers: [],
  transfer: 'stays',
  always: [
    { server: 'trade', title: 'Trade server', optimization_time: '' },
    { server: 'api', title: 'Access server', access: OPEN_NETWORK },
    {
      server: 'quote',
      title: 'Quote server',
      history: { datafeeds_timeout_sec: DATAFEEDS_TIMEOUT_SEC },
    },
  ],
  nameOf: ({ server }) => server,
  given(input, before) {
    if (input['access'] === undefined || before?.access === null) return input
    return { ...input, access: { ...before?.access, ...(input['access'] as object) } }
  },
  defaults: (input) => ({ ...EMPTY, ...input }) as NetworkServer,
  normal: (server) => server,
  check: (server, _, self) => [...strangeFields(server, self), ...valueFaults(server)],
}

/** Faults of fields that belong to another server. */
function strangeFields(server: NetworkServer, self: NetworkServerRecord | null): Fault[] {
  if (self === null) return []
  return Object.entries(OWN).flatMap(([field, owner]) => {
    const isGiven = server[field as keyof typeof OWN] !== self[field as keyof typeof OWN]
    const said = say('field.of_server', { server: owner })
    return owner !== server.server && isGiven ? [{ path: field, ...said }] : []
  })
}

function valueFaults({ access, latitude, longitude, network_adapter: adapter }: NetworkServer) {
  const faults: Fault[] = []
  if (access !== null && !access.allow_administrators) {
    const said = say('field.stays_on')
    faults.push({ path: 'access.allow_administrators', ...said })
  }
  for (const [path, text, most] of [
    ['latitude', latitude, 90],
    ['longitude', longitude, 180],
  ] as const) {
    if (Math.abs(Number(text)) > most)
      faults.push({ path, ...say('field.between_signed', { most }) })
  }
  if (!ADAPTER.test(adapter) || new TextEncoder().encode(adapter).length > 15) {
    const said = say('field.interface_name')
    faults.push({ path: 'network_adapter', ...said })
  }
  return faults
}
