import type { FrontRoute } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'

/**
 * Routes for scheduled switches of a group to another leverage profile. A switch is carried out in
 * the name of its author and stays as a record.
 */
export const adminLeverageSwitchRoutes: readonly FrontRoute[] = configRoutes(
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
