import { laterWords, phoneFigures } from '../../engine/names/words.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'

const WORDS = 'SELECT word.value, @field, login FROM accounts, json_each'

/**
 * Adds the words by which staff find accounts beyond the beginnings of texts: later words of names
 * and e-mails, and digits of phone numbers. Also adds an index that finds pending orders by id.
 */
export const accountWords: Migration = {
  name: 'account words',
  sql: `
CREATE TABLE account_words (
  word  TEXT NOT NULL,
  field TEXT NOT NULL,
  login INTEGER NOT NULL,
  PRIMARY KEY (word, field, login)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_orders_by_id ON open_orders (id);
`,
  convert(db: Sqlite): void {
    const listed = (words: readonly string[]): string => JSON.stringify(words)
    db.function('later_words', (text) => listed(laterWords(String(text))))
    db.function('local_words', (text) => listed(laterWords(String(text).split('@')[0] ?? '')))
    db.function('phone_figures', (text) => phoneFigures(String(text)))
    const put = 'INSERT OR IGNORE INTO account_words (word, field, login)'
    for (const field of ['name', 'last_name', 'middle_name']) {
      db.prepare(`${put} ${WORDS}(later_words(${field}_key)) AS word WHERE ${field} <> ''`).run({
        field,
      })
    }
    db.prepare(`${put} ${WORDS}(local_words(email_key)) AS word WHERE email <> ''`).run({
      field: 'email',
    })
    db.exec(`${put} SELECT phone_figures(phone), 'phone', login FROM accounts
      WHERE phone <> '' AND phone_figures(phone) <> ''`)
  },
}
