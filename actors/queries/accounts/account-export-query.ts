import { EXPORT_BYTES_MAX } from '../../../engine/limits/long-answers.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Sqlite } from '../../../storage/sqlite/open.js'
import type { AccountExportWork } from '../../../wire/thread/account-export.js'
import { accept, type Handlers } from '../../thread/ask.js'
import type { JobPlace } from '../../thread/job-work.js'
import { exportAccounts } from './account-export.js'

export interface AccountExportQueries {
  /** The whole list as CSV, if it is short. */
  'accounts.export': { readonly request: AccountExportWork; readonly answer: string }
}

export function accountExportQueries(db: Sqlite): Handlers<AccountExportQueries> {
  return {
    'accounts.export': (work) => {
      let at: JobPlace = { place: '', done: 0, total: null }
      let text = ''
      for (;;) {
        const slice = exportAccounts(db, work, at)
        text += slice.made
        if (text.length > EXPORT_BYTES_MAX) {
          return because('too_large.export', { max: EXPORT_BYTES_MAX })
        }
        if (slice.isOver) return accept(text)
        at = slice
      }
    },
  }
}
