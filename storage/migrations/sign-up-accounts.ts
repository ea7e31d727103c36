import type { Migration } from './migration.js'

/**
 * Adds demo accounts that people opened themselves. A row is deleted when its account is archived
 * or moved to a real group.
 */
export const signUpAccounts: Migration = {
  name: 'sign-up-accounts',
  sql: `
CREATE TABLE sign_up_accounts (
  login INTEGER PRIMARY KEY,
  at    INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_up_accounts_by_time ON sign_up_accounts (at);
INSERT INTO sign_up_accounts (login, at)
  SELECT login, created_at FROM accounts
  WHERE lead_source = 'sign-up' AND archived_at IS NULL AND (group_path LIKE 'demo' OR group_path LIKE 'demo\\%');
`,
}
