import { masksIn } from '../../names/mask.js'
import { isReportModule, REPORT_MODULES } from '../../reports/modules.js'
import { isReportPeriod, REPORT_PERIODS } from '../../reports/period.js'
import type { ContentOf } from '../config-records.js'
import type { Fault } from '../fault.js'
import type { ConfigKind } from '../kind.js'
import type { ReportConfigRecord } from '../records/report-config.js'

type ReportConfig = ContentOf<ReportConfigRecord>

const DEFAULTS: ReportConfig = {
  name: '',
  module: '',
  enabled: true,
  position: 0,
  params: {},
}

const PARAMS_MAX = 64
const PARAM_NAME_MAX = 64
const PARAM_VALUE_MAX = 1024
/** Masks of report lines and lists are made of these. */
const NAME_TAKES_NO = /[*,!]/

export const reportConfigKind: ConfigKind<'reports'> = {
  kind: 'reports',
  noun: 'report configuration',
  scope: 'server',
  heardBy: [],
  refers: [],
  transfer: {
    keyFields: ['name'],
    keyOf: ({ name }) => name,
    leftOut: ['position'],
  },
  tellsOf: ({ params }) => masksIn(params['groups'] ?? ''),
  order: 'position',
  nameOf: ({ name }) => name,
  defaults: (input) => ({ ...DEFAULTS, ...input }),
  normal: (config) => config,
  check: ({ name, module, params }) => [
    ...nameFaults(name),
    ...(isReportModule(module)
      ? []
      : [{ path: 'module', message: `must be one of: ${REPORT_MODULES.join(', ')}` }]),
    ...paramFaults(params),
    ...periodFaults(params),
  ],
}

function nameFaults(name: string): Fault[] {
  if (name.split('\\').some((part) => part.trim() === '')) {
    const message =
      'must be parts joined by backslashes, none of them empty, like "Daily\\Balances"'
    return [{ path: 'name', message }]
  }
  if (!NAME_TAKES_NO.test(name)) return []
  return [{ path: 'name', message: 'must have no *, comma or !' }]
}

function periodFaults({ period }: ReportConfig['params']): Fault[] {
  if (period === undefined || isReportPeriod(period)) return []
  return [{ path: 'params.period', message: `must be one of: ${REPORT_PERIODS.join(', ')}` }]
}

function paramFaults(params: ReportConfig['params']): Fault[] {
  const entries = Object.entries(params)
  if (entries.length > PARAMS_MAX) {
    return [{ path: 'params', message: `must have at most ${PARAMS_MAX} entries` }]
  }
  return entries.flatMap(([name, value]) => {
    if (name === '' || name.length > PARAM_NAME_MAX) {
      return [{ path: 'params', message: `must have names of 1 to ${PARAM_NAME_MAX} characters` }]
    }
    if (typeof value === 'string' && value.length <= PARAM_VALUE_MAX) return []
    const message = `must be a text of at most ${PARAM_VALUE_MAX} characters`
    return [{ path: `params.${name}`, message }]
  })
}
