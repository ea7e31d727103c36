import { isRefusal } from '../../../engine/code.js'
import {
  isReportModule,
  moduleFacts,
  moduleTexts,
  REPORT_MODULES,
} from '../../../engine/reports/modules.js'
import { openingOf } from '../../../engine/reports/openings.js'
import { AvailableReportView, ModulesView } from '../../../wire/schema/records/report.js'
import { Rows } from '../../../wire/types/scalars.js'
import { type FrontRoute, route } from '../route.js'
import { configRoutes } from '../settings/config-routes.js'
import { READER_RIGHTS, readerOf, timeOf } from './report-reader.js'

const PATH = '/admin/v1/reports'

const availableRoute = route({
  method: 'GET',
  path: PATH,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'List the reports that you may run',
  description:
    'Lists enabled reports that your report lines allow, by position and name; with the right ' +
    '`config.reports`, all reports. `can_export` needs the right `reports.export` and a line ' +
    'that allows it. `oldest_from` is the first day that you may ask for; null means any. ' +
    '`inputs` describes the parameters.',
  data: Rows(AvailableReportView),
  errors: ['unavailable'],
  async handle(context) {
    const reader = await readerOf(context)
    if (isRefusal(reader)) return reader
    const { services } = context
    const time = timeOf(services)
    return services.settings.book.records.reports.flatMap((config) => {
      const opening = openingOf(config, reader, time)
      if (opening === null || !isReportModule(config.module)) return []
      const { inputs, isByDay } = moduleFacts(config.module)
      const { canExport, oldestFrom } = opening
      return [
        {
          ...config,
          can_export: canExport,
          daily: isByDay,
          description: moduleTexts(config.module).description,
          inputs: [...inputs],
          oldest_from: oldestFrom,
        },
      ]
    })
  },
})

const modulesRoute = route({
  method: 'GET',
  path: `${PATH}/modules`,
  audience: 'staff',
  anyOf: READER_RIGHTS,
  summary: 'List the modules of reports',
  description: 'Lists the modules of reports, each with a description and its parameters.',
  data: ModulesView,
  handle: () =>
    REPORT_MODULES.map((module) => {
      const { title, description } = moduleTexts(module)
      const { inputs, isByDay } = moduleFacts(module)
      return { module, title, description, inputs: [...inputs], daily: isByDay }
    }),
})

export const reportConfigRoutes: readonly FrontRoute[] = [
  availableRoute,
  modulesRoute,
  ...configRoutes(
    {
      kind: 'reports',
      path: `${PATH}/configs`,
      right: 'config.reports',
      one: 'a report configuration',
      many: 'report configurations',
      examples: {
        create: { name: 'Daily\\Balances', module: 'daily', params: { groups: 'real\\*' } },
        patch: { version: 1, enabled: false },
      },
      words: {
        list: { description: 'Lists all report configurations by position.' },
        create: {
          description:
            'With `position` 0, or without it, the report becomes the last one. `params.groups` ' +
            'are the default groups; `params.company` limits the report to one company. Staff ' +
            'see the report if one of their report lines matches its name.',
        },
        delete: { description: 'Also deletes its schedules. Finished jobs stay readable.' },
      },
    },
    'list',
    'create',
    'order',
    'read',
    'patch',
    'delete',
  ),
]
