import { REPORT_MODULES } from '../../../engine/reports/modules.js'
import { AnyText, Choice, Flag, Int, Text } from '../scalars.js'
import { Type } from '../type.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

/** Texts by name. The kind defines further limits. */
const TextMap = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string', maxLength: 1024, 'x-text': 'line' },
  maxProperties: 64,
})

const FIELDS = {
  name: Text(255, 1),
  module: Choice(REPORT_MODULES),
  enabled: Flag,
  params: TextMap,
}

/** 0 or omitted means the last position. */
const POSITION = { position: Int(0) }

export const CreateReportConfigBody = CreateOf({ ...FIELDS, ...POSITION }, ['name', 'module'])
export const PatchReportConfigBody = PatchOf({ ...FIELDS, ...POSITION })

/** The fields of a configuration that every view contains. */
export const REPORT_CONFIG_FIELDS = { ...FIELDS, module: AnyText, position: Int(1) }
export const ReportConfigView = RecordOf(REPORT_CONFIG_FIELDS)
