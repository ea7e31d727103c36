import { comparableGroup, groupPath, groupSegments, isStaffGroup } from '../../names/group-path.js'
import { plainDecimal, scaledFromText } from '../../numbers/decimal.js'
import type { Fault, KeyedText } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { blockFaults, normalBlocks } from '../blocked-sign-ups.js'
import type { ContentOf } from '../config-records.js'
import type { ConfigKind } from '../kind.js'
import { OFFER_SEC, type ServerSettingsRecord } from '../records/server-settings.js'
import { onlyRecord } from '../transfer/shape.js'

type ServerSettings = ContentOf<ServerSettingsRecord>

const DEMO_SIGN_UPS = { demo_sign_ups_max: 10_000, demo_sign_ups_hour_max: 200 } as const

const DEALING_DEVIATION = { dealing_deviation_pct: '5' } as const

const DEFAULTS: ServerSettings = {
  demo_group: '',
  real_group: '',
  confirm_demo: false,
  confirm_real: false,
  demo: false,
  real: false,
  demo_deposit: '0',
  ...DEMO_SIGN_UPS,
  ...DEALING_DEVIATION,
  blocked_signups: [],
  default_watchlist: [],
  utc_offset_min: 0,
  daylight_saving: 'none',
  allowed_origins: [],
  terminal_url: '',
  offer_sec: OFFER_SEC,
  events_days: null,
  links_skip_codes: false,
}

export const DEMO_ROOT = 'demo'
const DEPOSIT_DIGITS = 8
/** Decimals of `dealing_deviation_pct`. */
export const DEVIATION_DIGITS = 4
const DEVIATION_MAX = 100 * 10 ** DEVIATION_DIGITS
const SIGN_UP_GROUPS = ['demo_group', 'real_group'] as const

const ofThisServer = (): string => 'of this server'

export const serverSettingsKind: ConfigKind<'settings'> = {
  kind: 'settings',
  noun: 'server settings',
  scope: 'server',
  usedByThreads: ['shards', 'links'],
  refers: [
    {
      to: 'groups',
      by: 'name',
      namedIn: (settings) =>
        SIGN_UP_GROUPS.flatMap((path) =>
          settings[path] === '' ? [] : [{ path, key: settings[path] }],
        ),
      whenGoing: ({ path }, [settings]) => {
        const own = comparableGroup(path)
        const field = SIGN_UP_GROUPS.find((one) => comparableGroup(settings[one]) === own)
        return `The group ${path} cannot be deleted: it is the ${field} of the server settings.`
      },
    },
    {
      to: 'symbols',
      by: 'name',
      outlives: true,
      namedIn: ({ default_watchlist }) =>
        default_watchlist.map((key, i) => ({ path: `default_watchlist[${i}]`, key })),
      whenGoing: 'nothing',
    },
  ],
  transfer: onlyRecord(ofThisServer),
  added: {
    ...DEMO_SIGN_UPS,
    ...DEALING_DEVIATION,
    blocked_signups: [],
    terminal_url: '',
    offer_sec: OFFER_SEC,
    events_days: null,
    links_skip_codes: false,
  },
  always: [{}],
  nameOf: ofThisServer,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (settings) => ({
    ...settings,
    demo_group: groupPath(settings.demo_group),
    real_group: groupPath(settings.real_group),
    dealing_deviation_pct: plainDecimal(settings.dealing_deviation_pct, DEVIATION_DIGITS),
    blocked_signups: normalBlocks(settings.blocked_signups),
    default_watchlist: [...new Set(settings.default_watchlist)],
    allowed_origins: [...new Set(settings.allowed_origins.map((one) => one.toLowerCase()))],
  }),
  check: (settings) => [
    ...groupFaults('demo_group', settings),
    ...groupFaults('real_group', settings),
    ...depositFaults(settings.demo_deposit),
    ...deviationFaults(settings.dealing_deviation_pct),
    ...blockFaults(settings.blocked_signups),
  ],
}

/**
 * Sign-up needs a trading group. Groups of demo accounts are below the root folder `demo`, groups
 * of real accounts are not.
 */
function groupFaults(field: (typeof SIGN_UP_GROUPS)[number], settings: ServerSettings): Fault[] {
  const path = settings[field]
  const isDemo = field === 'demo_group'
  const fault = (said: KeyedText): Fault[] => [{ path: field, ...said }]
  if (path === '') {
    const isOpen = isDemo ? settings.demo : settings.real
    return isOpen ? fault(say('field.sign_up_group')) : []
  }
  if (isStaffGroup(path)) return fault(say('field.trading_group'))
  if (isDemoGroup(path) === isDemo) return []
  const folder = { folder: DEMO_ROOT }
  return fault(isDemo ? say('field.below_folder', folder) : say('field.not_below_folder', folder))
}

/** True if the first segment of the path is `demo`, ignoring case. */
export function isDemoGroup(path: string): boolean {
  return groupSegments(path)[0]?.toLowerCase() === DEMO_ROOT
}

function depositFaults(text: string): Fault[] {
  const amount = scaledFromText(text, DEPOSIT_DIGITS)
  if (amount !== undefined && amount >= 0) return []
  return [{ path: 'demo_deposit', ...say('field.amount_positive') }]
}

function deviationFaults(text: string): Fault[] {
  const percent = scaledFromText(text, DEVIATION_DIGITS)
  if (percent !== undefined && percent >= 0 && percent <= DEVIATION_MAX) return []
  const said = say('field.percent_decimals', { digits: DEVIATION_DIGITS })
  return [{ path: 'dealing_deviation_pct', ...said }]
}
