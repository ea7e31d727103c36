import { textAfterPrefix } from '../../../engine/names/sort-text.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'
import type { WordedField } from './account-words.js'

/** An account that may match a search. The keys are its texts in comparable form. */
export interface FoundAccount {
  readonly login: Login
  readonly group_path: string
  readonly name: string
  readonly last_name: string
  readonly middle_name: string
  readonly email: string
  readonly phone: string
  readonly name_key: string
  readonly last_name_key: string
  readonly middle_name_key: string
  readonly email_key: string
}

const COLUMNS = `a.login, a.group_path, a.name, a.last_name, a.middle_name, a.email, a.phone,
  a.name_key, a.last_name_key, a.middle_name_key, a.email_key`

/**
 * Finds accounts by the beginnings of their texts and words. Yields them one by one, so that the
 * caller can stop at any time.
 */
export const foundAccounts = perDatabase((db: Sqlite) => {
  const statements = new Statements(db)
  const selectOne = db.prepare<[Login], FoundAccount>(
    `SELECT ${COLUMNS} FROM accounts AS a WHERE login = ?`,
  )
  const selectWorded = db.prepare<[string, string, WordedField], FoundAccount>(
    `SELECT ${COLUMNS} FROM account_words AS w CROSS JOIN accounts AS a ON a.login = w.login
     WHERE w.word >= ? AND w.word < ? AND w.field = ? ORDER BY w.word, w.login`,
  )
  return {
    ofLogin: (login: Login): FoundAccount | undefined => selectOne.get(login),
    /** Accounts of these groups whose field begins with the text. */
    *beginning(
      field: Exclude<WordedField, 'phone'>,
      prefix: string,
      groups: readonly string[],
    ): Generator<FoundAccount> {
      const after = textAfterPrefix(prefix)
      if (after === undefined) return
      const statement = statements.of<FoundAccount>(
        `SELECT ${COLUMNS} FROM json_each(@groups) AS f
         CROSS JOIN accounts AS a INDEXED BY accounts_by_${field}
           ON a.group_path = f.value COLLATE NOCASE
         WHERE a.${field}_key >= @prefix AND a.${field}_key < @after`,
      )
      yield* statement.iterate({ groups: JSON.stringify(groups), prefix, after })
    },
    /**
     * Accounts of any group in whose field a later word begins with the text. For a phone number it
     * compares digits.
     */
    *worded(field: WordedField, prefix: string): Generator<FoundAccount> {
      const after = textAfterPrefix(prefix)
      if (after === undefined) return
      yield* selectWorded.iterate(prefix, after, field)
    },
  }
})
