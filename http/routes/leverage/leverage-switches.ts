import type { Route } from '../../pipeline/route.js'
import { configRoutes } from '../settings/config-routes.js'

/**
 * A group takes another leverage profile at a time, in the name of who made the switch; what was
 * carried out stays as a record.
 */
export const adminLeverageSwitchRoutes: readonly Route[] = configRoutes(
  {
    kind: 'leverage_switches',
    path: '/admin/v1/leverage-switches',
    right: 'config.leverage',
    one: 'a leverage switch',
    many: 'leverage switches',
    view: (change) => ({ ...change, made_by: change.made_by ?? null }),
    examples: {
      create: { group: 'demo\\standard', leverage_profile_id: null, at: '2099-01-01T00:00:00Z' },
      patch: { version: 1, at: '2099-01-02T00:00:00Z' },
    },
  },
  'list',
  'create',
  'read',
  'patch',
  'delete',
)
