import type { Route } from '../../pipeline/route.js'
import { configRoutes } from './config-routes.js'

export const adminSettingsRoutes: readonly Route[] = configRoutes(
  {
    kind: 'settings',
    path: '/admin/v1/settings',
    right: 'config.servers',
    one: 'the settings of the server',
    many: 'the settings of the server',
    examples: { replace: { version: 1, daylight_saving: 'eu', utc_offset_min: 120 } },
  },
  'read_only_one',
  'replace_only_one',
)
