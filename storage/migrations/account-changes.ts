import type { Migration } from './migration.js'

/**
 * Numbers the changes of all accounts, so that committed changes which were not sent can be found
 * (actors/desk/accounts/account-changed.ts). Accounts from before have 0, because shards read them
 * at their start.
 */
export const accountChanges: Migration = {
  name: 'numbered changes of accounts',
  sql: `
ALTER TABLE accounts ADD COLUMN change_number INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX accounts_by_change ON accounts (change_number) WHERE change_number > 0;
`,
}
