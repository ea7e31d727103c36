import { ACCOUNT_BATCH_NAMED_MAX } from '../../../engine/limits/bulk.js'
import { REPEATS_TIMES_MAX } from '../../../engine/limits/front.js'
import {
  Body,
  List,
  Login,
  LoginText,
  Optional,
  Query,
  type Static,
  Text,
} from '../../types/scalars.js'
import { accountFilters } from './account.js'
import { ClientId, FieldNames, FilterText } from './account-window.js'

export const AccountExportBody = Body({
  ...accountFilters(Login),
  filter: Optional(FilterText),
  search: Optional(Text(128, 1)),
  group_path: Optional(Text(128, 1)),
  client: Optional(ClientId),
  except: Optional(List(Login, ACCOUNT_BATCH_NAMED_MAX)),
  logins: Optional(List(Login, ACCOUNT_BATCH_NAMED_MAX * REPEATS_TIMES_MAX, 1)),
  fields: Optional(FieldNames),
})
export const AccountExportQuery = Query(accountFilters(LoginText))
export type AccountExport = Static<typeof AccountExportBody>
