import { groupPath, lastSegment } from '../../names/group-path.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import { BUILT_IN_SIMULATOR } from '../demo-set.js'
import type { ConfigKind } from '../kind.js'
import type { GatewayGroup, GatewayRecord } from '../records/gateway.js'
import {
  connectionFaults,
  connectionTarget,
  exportedConnection,
  givenConnection,
  importedConnection,
  keyPairFaults,
  type ModuleSpec,
  normalMasks,
  refuseTranslated,
  startParameters,
  translatedSymbols,
} from './connection.js'
import { FIX_REQUIRED, FIX_TRADING_PARAMETERS } from './fix-parameters.js'

type Gateway = ContentOf<GatewayRecord>

const DEFAULTS: Gateway = {
  name: '',
  module: 'fix44',
  enabled: true,
  server: '',
  login: '',
  has_password: false,
  gateway_server: '',
  gateway_login: '',
  has_gateway_password: false,
  priority: 1,
  reconnect_sec: 5,
  timeout_sec: 30,
  import_symbol_settings: false,
  params: [],
  symbols: ['*'],
  translates: [],
  mode: 'Active',
  reconnect_attempts: 3,
  series_pause_sec: 60,
  allow_import_balances: false,
  collect_transactions_days: 0,
  groups: [],
  profiling: false,
  ssl: false,
}

const FIX44: ModuleSpec = {
  module: 'fix44',
  label: 'FIX 4.4',
  description: 'Orders to a liquidity provider that speaks FIX 4.4.',
  required: FIX_REQUIRED,
  params: FIX_TRADING_PARAMETERS,
}

export const GATEWAY_MODULES: readonly ModuleSpec[] = [FIX44]

export const gatewayKind: ConfigKind<'gateways'> = {
  kind: 'gateways',
  noun: 'gateway',
  scope: 'server',
  usedByThreads: ['shards'],
  refers: [
    {
      to: 'symbols',
      by: 'id',
      namedIn: translatedSymbols,
      whenGoing: ({ path }, users) =>
        refuseTranslated(['gateway', 'gateways'], lastSegment(path), users),
    },
    {
      to: 'groups',
      by: 'name',
      namedIn: ({ groups }) =>
        groups.flatMap(({ group }, i) =>
          /[*,!]/.test(group) ? [] : [{ path: `groups[${i}].group`, key: group }],
        ),
      whenGoing: 'nothing',
    },
  ],
  transfer: {
    keyFields: ['name'],
    keyOf: ({ name }) => name,
    leftOut: [],
    exported: exportedConnection,
    imported: importedConnection,
    sets: ['translates', 'groups'],
  },
  order: 'priority',
  secrets: { fields: ['password', 'gateway_password'], goesTo: connectionTarget },
  nameOf: ({ name }) => name,
  given: (input, before) => {
    const given = givenConnection(GATEWAY_MODULES, input, before as Fields | null)
    const groups = given['groups'] as readonly Partial<GatewayGroup>[] | undefined
    if (groups === undefined) return given
    return { ...given, groups: groups.map((row) => ({ group: '', symbols: EVERY_SYMBOL, ...row })) }
  },
  follows: ['params'],
  defaults: (input) => ({ ...DEFAULTS, params: startParameters(FIX44), ...input }),
  normal: (gateway) => ({
    ...gateway,
    symbols: normalMasks(gateway.symbols),
    groups: gateway.groups.map(({ group, symbols }) => ({
      group: groupPath(group),
      symbols: normalMasks(symbols),
    })),
  }),
  check: (gateway, world) => [
    ...connectionFaults(GATEWAY_MODULES, gateway, world.facts, builtInFor(gateway)),
    ...groupFaults(gateway.groups),
    ...balanceFaults(gateway),
  ],
  checkOpened: ({ params }, facts) => keyPairFaults(params, facts),
}

/** The symbols of a group without a list. */
export const EVERY_SYMBOL: readonly string[] = ['*']

type Fields = Readonly<Record<string, unknown>>

/**
 * A gateway must connect to the built-in provider itself, because that provider opens no
 * connections.
 */
function builtInFor({ mode }: Gateway): string | undefined {
  return mode === 'Active' ? BUILT_IN_SIMULATOR : undefined
}

/** Refuses the field, because it has no effect. */
function balanceFaults({ allow_import_balances }: Gateway): Fault[] {
  if (!allow_import_balances) return []
  return [{ path: 'allow_import_balances', ...say('field.no_import') }]
}

function groupFaults(groups: readonly GatewayGroup[]): Fault[] {
  const faults: Fault[] = []
  const seen = new Set<string>()
  groups.forEach(({ group }, i) => {
    const path = `groups[${i}].group`
    const known = group.toLowerCase()
    if (seen.has(known)) faults.push({ path, ...say('field.there_twice', { name: group }) })
    else if (/[,!]/.test(group)) faults.push({ path, ...say('field.one_group_or_mask') })
    seen.add(known)
  })
  return faults
}
