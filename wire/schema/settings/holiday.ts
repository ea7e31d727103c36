import {
  AnyText,
  Body,
  Default,
  Flag,
  Id,
  Int,
  List,
  NumberText,
  Optional,
  Query,
  Rows,
  Text,
  Version,
  View,
} from '../../types/scalars.js'
import { CreateOf, PatchOf, RecordOf } from './config.js'

const MINUTES_OF_DAY = 1440
const MASKS_MAX = 1024
const MASK_CHARACTERS = 4096

const FIELDS = {
  year: Int(0, 9999),
  month: Int(1, 12),
  day: Int(1, 31),
  description: Text(128),
  enabled: Flag,
  from_min: Int(0, MINUTES_OF_DAY),
  to_min: Int(0, MINUTES_OF_DAY),
  symbols: List(Text(MASK_CHARACTERS, 1), MASKS_MAX),
}

/** `id` and `version` are accepted and ignored, so that a record can be sent back as it was read. */
export const CreateHolidayBody = Body({
  ...CreateOf(FIELDS, ['month', 'day']).properties,
  id: Optional(Id),
  version: Optional(Version),
})
export const PatchHolidayBody = PatchOf(FIELDS)
export const HolidayView = RecordOf({ ...FIELDS, position: Int(1) })
export const HolidaysQuery = Query({
  year: Default(NumberText(0, 9999), 0),
  month: Default(NumberText(0, 12), 0),
})
export const HolidayCheckQuery = Query({ symbol: Text(128, 1), date: Optional(Text(10, 10)) })
export const HolidayCheckView = View({
  closed: Flag,
  date: AnyText,
  holidays: Rows(HolidayView),
  symbol: AnyText,
})
