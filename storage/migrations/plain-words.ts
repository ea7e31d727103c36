import { plainWords } from '../../engine/names/words.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'

/** Adds the words of accounts without accents, so that staff find them by these too. */
export const plainWordsOfAccounts: Migration = {
  name: 'plain words',
  sql: '',
  convert(db: Sqlite): void {
    db.function('plain_words', (text) => JSON.stringify(plainWords(String(text))))
    const texts = [
      ['name', 'name_key'],
      ['last_name', 'last_name_key'],
      ['middle_name', 'middle_name_key'],
      ['email', "substr(email_key, 1, instr(email_key || '@', '@') - 1)"],
    ] as const
    for (const [field, text] of texts) {
      db.exec(`INSERT OR IGNORE INTO account_words (word, field, login)
        SELECT word.value, '${field}', login FROM accounts, json_each(plain_words(${text})) AS word
        WHERE length(CAST(${field}_key AS BLOB)) > length(${field}_key)`)
    }
  },
}
