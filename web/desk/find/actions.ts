import { addressOf, type QueryParts } from '../../staff/place.js'
import { may, mayDo, PAGE_NEEDS } from '../../staff/rights.js'
import { kindsShown, mayMake } from '../../staff/settings/settings-kinds.js'
import { newAccountWords } from '../../text/desk/accounts-words.js'
import { mailWords } from '../../text/desk/mail-words.js'
import { settingsWords } from '../../text/desk/settings-words.js'
import { staffWords } from '../../text/desk/staff-words.js'
import { nameOf } from '../../text/name-of.js'
import { rowsFound } from '../../text/typed-search.js'

type Action = readonly [name: string, parts: readonly string[], query?: QueryParts]

/** The actions of the desk that start on a separate page, if the user may take them. */
function actions(): Action[] {
  const { makeTitle, kinds } = settingsWords.value
  const edits = mayDo('edit')
  const { title, import: file } = newAccountWords.value
  return [
    ...(edits ? ([[title, ['accounts', 'new']]] as const) : []),
    ...(edits ? ([[file.title, ['accounts', 'import']]] as const) : []),
    ...(may(PAGE_NEEDS.mail) ? ([[mailWords.value.write, ['mail', 'write']]] as const) : []),
    ...(may(PAGE_NEEDS.staff) ? ([[staffWords.value.add, ['staff', 'new']]] as const) : []),
    ...kindsShown()
      .filter(mayMake)
      .map(({ kind }): Action => {
        return [makeTitle({ kind: nameOf(kinds, kind) }), ['settings', kind], { make: 'yes' }]
      }),
  ]
}

/** The actions whose name contains every typed word, with their addresses. */
export function foundActions(typed: string): { readonly name: string; readonly address: string }[] {
  return rowsFound(actions(), typed, ([name]) => [name]).map(([name, parts, query]) => ({
    name,
    address: addressOf(parts, query),
  }))
}
