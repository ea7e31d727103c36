import { IMPORT_BODY_BYTES_MAX } from '../../../engine/limits/jobs.js'
import { IMPORT_ACTIONS } from '../../thread/account-import.js'
import { AnyText, Body, Choice, Default, Flag, Login, Nullable, Rows, View } from '../scalars.js'
import { Type } from '../type.js'
import { openingFields } from './account.js'

/** Accounts that come as a table: a record has fields of the create body. */
export const AccountImportBody = Body({
  csv: Type.String({ maxLength: IMPORT_BODY_BYTES_MAX }),
  dry_run: Default(Flag, true),
})

export const AccountFileImportBody = Body({ dry_run: Default(Choice(['true', 'false']), 'true') })

export const ImportedRecord = Body(openingFields)

/** `items` is empty where the job of `job_id` makes the rows. */
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
