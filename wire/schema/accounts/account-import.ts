import { IMPORT_BODY_BYTES_MAX } from '../../../engine/limits/jobs.js'
import { IMPORT_ACTIONS } from '../../thread/account-import.js'
import {
  AnyText,
  Body,
  Choice,
  Default,
  Flag,
  Login,
  Nullable,
  Rows,
  View,
} from '../../types/scalars.js'
import { Type } from '../../types/type.js'
import { openingFields } from './account.js'

/** Import of accounts as a table: a record has fields of the create request. */
export const AccountImportBody = Body({
  csv: Type.String({ maxLength: IMPORT_BODY_BYTES_MAX }),
  dry_run: Default(Flag, true),
})

export const AccountFileImportBody = Body({ dry_run: Default(Choice(['true', 'false']), 'true') })

export const ImportedRecord = Body(openingFields)

/** `items` is empty if the job `job_id` creates the rows. */
export const AccountImportView = View({
  items: Rows(
    View({
      line: Type.Integer(),
      action: Choice(IMPORT_ACTIONS),
      login: Nullable(Login),
      error: AnyText,
      master_password: Nullable(AnyText),
      investor_password: Nullable(AnyText),
    }),
  ),
  job_id: Nullable(Type.Integer()),
})
