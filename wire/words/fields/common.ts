import { commonDailyFields } from './common-daily.js'
import { commonMoneyFields } from './common-money.js'
import { commonPeopleFields } from './common-people.js'
import { commonRecordsFields } from './common-records.js'
import { commonRequestsFields } from './common-requests.js'
import { commonSettingsFields } from './common-settings.js'
import { commonTradesFields } from './common-trades.js'
import type { FieldWords } from './field-words.js'

/** Fields that mean the same wherever they are. */
export const commonFields: FieldWords = {
  ...commonRecordsFields,
  ...commonPeopleFields,
  ...commonMoneyFields,
  ...commonDailyFields,
  ...commonTradesFields,
  ...commonRequestsFields,
  ...commonSettingsFields,
}
