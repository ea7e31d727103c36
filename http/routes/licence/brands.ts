import { isRefusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { BrandView } from '../../../wire/schema/settings/brand.js'
import { RecordParams } from '../../../wire/schema/settings/config.js'
import { type FrontRoute, route } from '../route.js'
import { CONFIG_WRITES_ALSO_NEED } from '../settings/config-readers.js'
import { configRoutes, reachedRecord } from '../settings/config-routes.js'
import { adminBrandImageRoutes } from './brand-images.js'
import { brandView } from './brand-view.js'

const PATH = '/admin/v1/licence/brands'
const RIGHT = 'config.servers'
const WRITES_ALSO_NEED = CONFIG_WRITES_ALSO_NEED.brands ?? []

const defaultRoute = route({
  method: 'POST',
  path: `${PATH}/{id}/default`,
  audience: 'staff',
  rights: [RIGHT, ...WRITES_ALSO_NEED],
  summary: 'Make a brand the default',
  description: 'The server uses this brand if no domain matches. It must be enabled.',
  params: RecordParams,
  data: BrandView,
  errors: ['not_found', 'conflict', 'unavailable'],
  async handle(context) {
    const { services, actor } = context
    const record = reachedRecord(context, 'brands', context.params.id)
    if (isRefusal(record)) return record
    if (!record.enabled) {
      return because('conflict.brand_disabled', { company: record.company })
    }
    const changed = await services.desk.ask('config.update', {
      actor,
      kind: 'brands',
      id: record.id,
      version: record.version,
      input: { is_default: true },
    })
    return changed.ok ? brandView(changed.value as typeof record) : changed
  },
})

export const adminBrandRoutes: readonly FrontRoute[] = [
  ...configRoutes(
    {
      kind: 'brands',
      path: PATH,
      right: RIGHT,
      writesAlsoNeed: WRITES_ALSO_NEED,
      one: 'a brand',
      many: 'brands',
      examples: {
        create: { company: 'Example Trading', domains: ['trade.example.com'] },
        patch: { version: 1, color_primary: '#2f6fb0' },
      },
      words: {
        list: { description: 'Lists the default brand first, then the others by company.' },
        create: {
          description:
            'Creates a brand for a company that the licence lists and that has no brand yet. You ' +
            'can delete such a brand later.',
        },
        patch: {
          description:
            'Send the version that you last read. If the licence contains this brand, the next ' +
            'licence key overwrites the fields that it contains.',
        },
        delete: { description: '`conflict`: the licence contains this brand.' },
      },
      view: brandView,
    },
    'list',
    'create',
    'read',
    'patch',
    'delete',
  ),
  defaultRoute,
  ...adminBrandImageRoutes,
]
