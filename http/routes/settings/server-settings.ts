import { isRefusal } from '../../../engine/code.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { say } from '../../../engine/reasons/reasons.js'
import type { ServerSettingsView } from '../../../wire/schema/settings/server-settings.js'
import type { Static } from '../../../wire/types/scalars.js'
import { keptBlocks, shownBlocks } from '../../reach/blocked-masks.js'
import type { FrontRoute } from '../route.js'
import { configRoutes } from './config-routes.js'

type Given = Partial<Pick<Static<typeof ServerSettingsView>, 'blocked_signups' | 'events_days'>>

export const adminSettingsRoutes: readonly FrontRoute[] = configRoutes(
  {
    kind: 'settings',
    path: '/admin/v1/settings',
    right: 'config.servers',
    one: 'the settings of the server',
    many: 'the settings of the server',
    examples: { replace: { version: 1, daylight_saving: 'eu', utc_offset_min: 120 } },
    words: {
      read_only_one: {
        description:
          'Masks of e-mails and phones in `blocked_signups` are null without the rights ' +
          '`accounts.email` and `accounts.phone`.',
      },
    },
    view: (record, { session }) => ({
      ...record,
      blocked_signups: shownBlocks(record.blocked_signups, session),
    }),
    meant(input, record, { session, services: { logRetentionDays: max } }) {
      const { blocked_signups: given = [], events_days = null } = input as Given
      if ((events_days ?? 0) > max) return refuseField('events_days', say('field.at_most', { max }))
      const blocked_signups = keptBlocks(given, record.blocked_signups, session)
      return isRefusal(blocked_signups) ? blocked_signups : { ...input, blocked_signups }
    },
  },
  'read_only_one',
  'replace_only_one',
)
