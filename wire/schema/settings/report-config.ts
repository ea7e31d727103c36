import { REPORT_MODULES } from '../../../engine/reports/modules.js'
import { AnyText, Choice, Flag, Int, Text, TextMap } from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

const FIELDS = {
  name: Text(255, 1),
  module: Choice(REPORT_MODULES),
  enabled: Flag,
  params: TextMap,
}

/** The position in the list. 0 or omitted means the last position. */
const POSITION = { position: Int(0) }

export const CreateReportConfigBody = CreateOf({ ...FIELDS, ...POSITION }, ['name', 'module'])
export const PatchReportConfigBody = PatchOf({ ...FIELDS, ...POSITION })

export const REPORT_CONFIG_FIELDS = { ...FIELDS, module: AnyText, position: Int(1) }
export const ReportConfigView = RecordOf(REPORT_CONFIG_FIELDS)
