import { phoneFigures } from '../../../engine/names/words.js'
import type { Login } from '../../../engine/units.js'
import type { AlikeField, Applicant } from '../../../wire/stored/stored-application.js'
import type { Sqlite } from '../../sqlite/open.js'
import { perDatabase, Statements } from '../../sqlite/statements.js'

type AccountField = Exclude<AlikeField, 'ip'>

/** The columns for finding accounts similar to an applicant. Each has an index. */
const SAME: Readonly<Record<AccountField, string>> = {
  email: "FROM accounts AS a WHERE a.email = @email COLLATE NOCASE AND a.email <> ''",
  phone: `FROM account_words AS w CROSS JOIN accounts AS a ON a.login = w.login
    WHERE w.word = @phone_key AND w.word <> '' AND w.field = 'phone'`,
  address: `FROM accounts AS a WHERE a.address = @address COLLATE NOCASE AND a.address <> ''
    AND a.city = @city COLLATE NOCASE`,
}

/**
 * Finds accounts that an applicant may own, by login. Synchronous; the caller owns the transaction.
 */
export const likeAccounts = perDatabase((db: Sqlite) => {
  const statements = new Statements(db)
  return {
    /**
     * Accounts of these groups that share a text with the applicant. An empty text matches no
     * account.
     */
    like(one: Applicant, field: AccountField, groups: readonly string[], most: number): Login[] {
      const like = statements.of<{ readonly login: Login }>(
        `SELECT a.login ${SAME[field]} AND a.archived_at IS NULL
         AND a.group_path COLLATE NOCASE IN (SELECT value FROM json_each(@groups))
         ORDER BY a.login LIMIT @most`,
      )
      const { email, address, city, phone } = one
      const phone_key = phoneFigures(phone)
      const given = { email, address, city, phone_key, groups: JSON.stringify(groups), most }
      return like.all(given).map(({ login }) => login)
    },
  }
})
