import { fieldLabel, fieldValue } from '../meta.js'
import type { JournalLine } from './journal-lines.js'

/**
 * Writes a change with the labels that forms use. A journal line without a record is about an
 * account.
 */
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
