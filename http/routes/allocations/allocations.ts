import { allocationWarnings } from '../../readers/allocation-warnings.js'
import type { FrontRoute } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'

const PATH = '/admin/v1/account-allocations'
const RIGHT = 'config.allocation'
const RULE = {
  group_path: 'real\\standard',
  description: 'Standard',
  priority: 10,
  countries: ['DE'],
  default_leverage: 50,
  leverages: [20, 50],
}

export const adminAllocationRoutes: readonly FrontRoute[] = [
  ...configRoutes(
    {
      kind: 'allocation_settings',
      path: `${PATH}/settings`,
      right: RIGHT,
      one: 'the pages that sign-up points to',
      many: 'the pages that sign-up points to',
      examples: {
        replace: {
          version: 1,
          deposit_url: 'https://broker.example/in',
          link_sets: [
            {
              description: 'Everybody',
              countries: [],
              sort: 1,
              links: [{ url: 'https://broker.example/{lang}', caption: 'Terms', caption_type: 0 }],
            },
          ],
        },
      },
    },
    'read_only_one',
    'replace_only_one',
  ),
  ...configRoutes(
    {
      kind: 'allocations',
      path: PATH,
      right: RIGHT,
      one: 'an allocation rule',
      many: 'allocation rules',
      view: (rule) => ({ ...rule, warnings: allocationWarnings(rule) }),
      examples: { create: RULE, replace: { version: 1, ...RULE, enabled: true } },
      words: {
        list: {
          description: 'Lists the rules whose group is in your scope, lowest priority first.',
        },
        replace: {
          description:
            'Send the whole rule, with the version that you last read. Fields that you leave out ' +
            'become empty, 0 or false; the rule is then disabled.',
        },
        delete: { description: 'Accounts that the rule placed stay in their group.' },
      },
    },
    'list',
    'create',
    'read',
    'replace',
    'delete',
  ),
]
