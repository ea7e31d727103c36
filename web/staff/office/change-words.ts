import { fieldLabel, fieldValue } from '../meta.js'
import type { JournalLine } from './journal-lines.js'

/** A change as forms call its field and its values; of a line about no record it is of an account. */
export function changeInWords(
  { about }: Pick<JournalLine, 'about'>,
  { field, from, to }: JournalLine['changes'][number],
) {
  const kind = about?.kind ?? 'accounts'
  return {
    field: fieldLabel(kind, field),
    from: fieldValue(kind, field, from),
    to: fieldValue(kind, field, to),
  }
}
