import { laterWords, phoneFigures, plainWords } from '../../../engine/names/words.js'
import type { Login } from '../../../engine/units.js'
import type { Sqlite } from '../../sqlite/open.js'
import { Sql } from '../../sqlite/sql.js'
import { perDatabase } from '../../sqlite/statements.js'

/**
 * All SQL statements that write the words by which staff find accounts, besides the indexes of
 * texts. A word with accents is also stored without them. Of an e-mail, only words before the `@`
 * are stored. They run synchronously, in the caller's transaction.
 */
export const WORDED_FIELDS = ['name', 'last_name', 'middle_name', 'email', 'phone'] as const
export type WordedField = (typeof WORDED_FIELDS)[number]

/** The texts of an account in comparable form, without those that did not change. */
export type WordedTexts = Readonly<Partial<Record<WordedField, string>>>

export const accountWordsRepo = perDatabase((db: Sqlite) => {
  const sql = new Sql(db)
  return {
    /** Replaces the words of the former texts by the words of `after`. */
    replace(login: Login, before: WordedTexts, after: WordedTexts): void {
      for (const field of WORDED_FIELDS) {
        const text = after[field]
        const old = before[field] ?? ''
        if (text === undefined || text === old) continue
        for (const word of wordsOf(field, old)) {
          sql.run`DELETE FROM account_words
            WHERE word = ${word} AND field = ${field} AND login = ${login}`
        }
        for (const word of wordsOf(field, text)) {
          sql.run`INSERT INTO account_words (word, field, login) VALUES (${word}, ${field}, ${login})`
        }
      }
    },
  }
})

function wordsOf(field: WordedField, text: string): ReadonlySet<string> {
  if (field !== 'phone') {
    const words = field === 'email' ? (text.split('@')[0] ?? '') : text
    return new Set([...laterWords(words), ...plainWords(words)])
  }
  const figures = phoneFigures(text)
  return new Set(figures === '' ? [] : [figures])
}
