import { groupPath, groupSegments, isStaffGroup } from '../names/group-path.js'
import { scaledFromText } from '../numbers/decimal.js'
import type { ContentOf } from './config-records.js'
import type { Fault } from './fault.js'
import type { ConfigKind } from './kind.js'
import type { ServerSettingsRecord } from './records/server-settings.js'
import type { ConfigWorld } from './world.js'

type ServerSettings = ContentOf<ServerSettingsRecord>

const DEFAULTS: ServerSettings = {
  demo_group: '',
  real_group: '',
  confirm_demo: false,
  confirm_real: false,
  demo: false,
  real: false,
  demo_deposit: '0',
  default_watchlist: [],
  utc_offset_min: 0,
  daylight_saving: 'none',
  allowed_origins: [],
}

export const DEMO_ROOT = 'demo'
const DEPOSIT_DIGITS = 8

export const serverSettingsKind: ConfigKind<'settings'> = {
  kind: 'settings',
  noun: 'server settings',
  scope: 'server',
  nameOf: () => 'of this server',
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (settings) => ({
    ...settings,
    demo_group: groupPath(settings.demo_group),
    real_group: groupPath(settings.real_group),
    default_watchlist: [...new Set(settings.default_watchlist)],
    allowed_origins: [...new Set(settings.allowed_origins.map((one) => one.toLowerCase()))],
  }),
  check: (settings, world, self) => [
    ...groupFaults('demo_group', settings, world),
    ...groupFaults('real_group', settings, world),
    ...depositFaults(settings.demo_deposit),
    ...settings.default_watchlist.flatMap((name, i) => {
      // A symbol may go although the list has it: its name stays until somebody takes it out.
      const isKnown = world.named('symbols', name) ?? self?.default_watchlist.includes(name)
      if (isKnown) return []
      return [{ path: `default_watchlist[${i}]`, message: `there is no symbol ${name}` }]
    }),
  ],
}

/** Sign-up needs a trading group; demo accounts live below the root folder `demo`, real ones do not. */
function groupFaults(
  field: 'demo_group' | 'real_group',
  settings: ServerSettings,
  world: ConfigWorld,
): Fault[] {
  const path = settings[field]
  const isDemo = field === 'demo_group'
  const fault = (message: string): Fault[] => [{ path: field, message }]
  if (path === '') {
    const isOpen = isDemo ? settings.demo : settings.real
    return isOpen ? fault('must name a group while sign-up is open') : []
  }
  if (world.named('groups', path) === undefined) return fault(`there is no group ${path}`)
  if (isStaffGroup(path)) return fault('must be a trading group, not one of staff')
  if (isDemoGroup(path) === isDemo) return []
  return fault(`must ${isDemo ? '' : 'not '}be below the folder ${DEMO_ROOT}`)
}

/** Its first segment is `demo`, in any case. */
export function isDemoGroup(path: string): boolean {
  return groupSegments(path)[0]?.toLowerCase() === DEMO_ROOT
}

function depositFaults(text: string): Fault[] {
  const amount = scaledFromText(text, DEPOSIT_DIGITS)
  if (amount !== undefined && amount >= 0) return []
  return [{ path: 'demo_deposit', message: 'must be an amount that is not negative' }]
}
