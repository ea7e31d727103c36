import { sortText } from '../../engine/names/sort-text.js'
import type { Sqlite } from '../sqlite/open.js'
import type { Migration } from './migration.js'

/**
 * The keys and indexes by which account windows are sorted and searched. Each text gets a column
 * with its comparable form. Fields that are paged at any position get an index within each group.
 * Existing texts are converted.
 */
const TEXTS = [
  'name',
  'last_name',
  'middle_name',
  'email',
  'phone',
  'country',
  'city',
  'company',
  'comment',
]
const INDEXED = [
  ...['name', 'last_name', 'email', 'phone', 'country', 'city', 'company'].map(
    (field) => [field, `${field}_key`] as const,
  ),
  ...['agent', 'client_id', 'last_access'].map((field) => [field, `ifnull(${field}, -1)`] as const),
  ...['created_at', 'updated_at'].map((field) => [field, field] as const),
  // The index is for counting only: an account with leverage 0 is paged by its group's leverage.
  ['terms', 'leverage, enabled, trading_enabled'] as const,
]

export const accountWindows: Migration = {
  name: 'account windows',
  sql: TEXTS.map(
    (text) => `ALTER TABLE accounts ADD COLUMN ${text}_key TEXT NOT NULL DEFAULT '';`,
  ).join('\n'),
  convert(db: Sqlite): void {
    db.function('sort_text', { deterministic: true }, (text) => sortText(String(text)))
    const set = TEXTS.map((text) => `${text}_key = sort_text(${text})`)
    const isAnyThere = TEXTS.map((text) => `${text} <> ''`)
    db.exec(`UPDATE accounts SET ${set.join(', ')} WHERE ${isAnyThere.join(' OR ')}`)
    for (const [name, columns] of INDEXED) {
      db.exec(
        `CREATE INDEX accounts_by_${name} ON accounts (group_path COLLATE NOCASE, ${columns})`,
      )
    }
  },
}
