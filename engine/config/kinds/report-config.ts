import { masksIn } from '../../names/mask.js'
import type { Fault } from '../../reasons/keyed-text.js'
import { say } from '../../reasons/reasons.js'
import { isReportModule, REPORT_MODULES } from '../../reports/modules.js'
import { isReportPeriod, REPORT_PERIODS } from '../../reports/period.js'
import type { ContentOf } from '../config-records.js'
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
/** Masks of report lines, and lists, use these characters. */
const NAME_TAKES_NO = /[*,!]/

export const reportConfigKind: ConfigKind<'reports'> = {
  kind: 'reports',
  noun: 'report configuration',
  scope: 'server',
  usedByThreads: [],
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
      : [{ path: 'module', ...say('field.one_of', { choices: REPORT_MODULES.join(', ') }) }]),
    ...paramFaults(params),
    ...periodFaults(params),
  ],
}

function nameFaults(name: string): Fault[] {
  if (name.split('\\').some((part) => part.trim() === '')) {
    const said = say('field.report_name')
    return [{ path: 'name', ...said }]
  }
  if (!NAME_TAKES_NO.test(name)) return []
  return [{ path: 'name', ...say('field.no_mask_signs') }]
}

function periodFaults({ period }: ReportConfig['params']): Fault[] {
  if (period === undefined || isReportPeriod(period)) return []
  return [{ path: 'params.period', ...say('field.one_of', { choices: REPORT_PERIODS.join(', ') }) }]
}

function paramFaults(params: ReportConfig['params']): Fault[] {
  const entries = Object.entries(params)
  if (entries.length > PARAMS_MAX) {
    return [{ path: 'params', ...say('field.entries_max', { max: PARAMS_MAX }) }]
  }
  return entries.flatMap(([name, value]) => {
    if (name === '' || name.length > PARAM_NAME_MAX) {
      return [{ path: 'params', ...say('field.entry_names', { max: PARAM_NAME_MAX }) }]
    }
    if (typeof value === 'string' && value.length <= PARAM_VALUE_MAX) return []
    const said = say('field.text_max', { max: PARAM_VALUE_MAX })
    return [{ path: `params.${name}`, ...said }]
  })
}
