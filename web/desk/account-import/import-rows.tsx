import { columnKinds } from '../../look/table/column-kinds.js'
import { Table } from '../../look/table/table.js'
import type { AccountFile, ImportedRow } from '../../staff/bulk/account-file.js'
import { newAccountWords } from '../../text/desk/accounts-words.js'
import { countText } from '../../text/numbers.js'
import { PlaceLink } from '../shell/place-link.js'

const SHOWN = 200

/** The rows of a preview or a result, those with errors first. */
export function ImportRows({ rows, file }: { rows: readonly ImportedRow[]; file: AccountFile }) {
  const text = newAccountWords.value.import
  const kinds = columnKinds<ImportedRow>()
  const ranked = rows.toSorted(
    (a, b) => Number(b.action === 'error') - Number(a.action === 'error'),
  )
  return (
    <>
      <Table<ImportedRow>
        name="desk.import"
        label={text.rows}
        rows={ranked.slice(0, SHOWN)}
        keyOf={({ line }) => String(line)}
        lookOf={({ action }) => (action === 'error' ? 'loss' : '')}
        columns={[
          kinds.number('line', text.line, ({ line }) => String(file.lineOf(line))),
          kinds.text('action', text.action, ({ action }) => text.actions[action]),
          kinds.text('login', text.login, ({ login }) => login, {
            cell: ({ login, action }) =>
              login === null ? (
                '–'
              ) : action === 'create' ? (
                login
              ) : (
                <PlaceLink page="accounts" parts={[login]}>
                  {login}
                </PlaceLink>
              ),
          }),
          kinds.text('error', text.error, ({ error }) => error),
        ]}
      />
      {rows.length > SHOWN && (
        <p class="faint">{text.others({ n: countText(rows.length - SHOWN) })}</p>
      )}
    </>
  )
}
