import { lastSegment } from '../../names/group-path.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import type { ContentOf } from '../config-records.js'
import { BUILT_IN_SIMULATOR } from '../demo-set.js'
import type { ConfigKind } from '../kind.js'
import type { DatafeedRecord } from '../records/datafeed.js'
import {
  connectionFaults,
  connectionTarget,
  exportedConnection,
  givenConnection,
  importedConnection,
  keyPairFaults,
  type ModuleSpec,
  moduleSpec,
  normalMasks,
  parameterValue,
  refuseTranslated,
  startParameters,
  translatedSymbols,
} from './connection.js'
import { FIX_QUOTE_PARAMETERS, FIX_REQUIRED } from './fix-parameters.js'

type Datafeed = ContentOf<DatafeedRecord>

const DEFAULTS: Datafeed = {
  name: '',
  module: 'dde',
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
  idle_timeout_sec: 60,
  failures_before_rest: 10,
  rest_sec: 60,
  quotes_enabled: true,
  news_enabled: false,
  import_symbol_settings: false,
  params: [],
  symbols: ['*'],
  translates: [],
}

const TOKEN = 'Token'

export const DATAFEED_MODULES: readonly ModuleSpec[] = [
  {
    module: 'fix44',
    label: 'FIX 4.4',
    description: 'Quotes of a provider that speaks FIX 4.4.',
    required: FIX_REQUIRED,
    params: FIX_QUOTE_PARAMETERS,
  },
  {
    module: 'dde',
    label: 'Universal DDE Connector',
    description: 'Quotes as lines of text. It needs login and password, or a token.',
    required: [],
    params: [
      {
        name: TOKEN,
        type: 'secret',
        default: '',
        description: 'Sent in place of login and password.',
      },
      {
        name: 'Encoding',
        type: 'string',
        default: 'latin1',
        description: 'Of login, password and token: latin1, utf-8, windows-1251 and the like.',
      },
    ],
  },
]

export const datafeedKind: ConfigKind<'datafeeds'> = {
  kind: 'datafeeds',
  noun: 'datafeed',
  scope: 'server',
  usedByThreads: [],
  refers: [
    {
      to: 'symbols',
      by: 'id',
      namedIn: translatedSymbols,
      whenGoing: ({ path }, users) =>
        refuseTranslated(['datafeed', 'datafeeds'], lastSegment(path), users),
    },
  ],
  transfer: {
    keyFields: ['name'],
    keyOf: ({ name }) => name,
    leftOut: [],
    exported: exportedConnection,
    imported: importedConnection,
    sets: ['translates'],
  },
  order: 'priority',
  secrets: { fields: ['password', 'gateway_password'], goesTo: connectionTarget },
  nameOf: ({ name }) => name,
  given: (input, before) => givenConnection(DATAFEED_MODULES, input, before as Fields | null),
  follows: ['params'],
  defaults: (input) => {
    const params = startParameters(moduleSpec(DATAFEED_MODULES, input['module']))
    return { ...DEFAULTS, params, ...input }
  },
  normal: (feed) => ({ ...feed, symbols: normalMasks(feed.symbols) }),
  check: (feed, world) => [
    ...connectionFaults(DATAFEED_MODULES, feed, world.facts, BUILT_IN_SIMULATOR),
    ...credentialFaults(feed),
  ],
  checkOpened: ({ params }, facts) => keyPairFaults(params, facts),
}

type Fields = Readonly<Record<string, unknown>>

/** The built-in simulator generates new credentials at each start. */
function credentialFaults(feed: Datafeed): Fault[] {
  if (!feed.enabled || feed.module !== 'dde') return []
  if (feed.server === BUILT_IN_SIMULATOR || parameterValue(feed.params, TOKEN) !== '') return []
  if (feed.login !== '' && feed.has_password) return []
  const path = feed.login === '' ? 'login' : 'password'
  return [{ path, ...say('field.dde_login') }]
}
