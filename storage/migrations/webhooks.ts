import type { Migration } from './migration.js'

/**
 * Adds the progress of webhooks as JSON: the cursor, and events that wait for a retry. Also adds
 * the events that were given up. The settings of webhooks are stored with all other settings.
 */
export const webhooks: Migration = {
  name: 'webhooks',
  sql: `
CREATE TABLE webhook_progress (
  id       INTEGER PRIMARY KEY,
  progress TEXT NOT NULL,
  ended    TEXT
) STRICT;
CREATE TABLE webhook_failures (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  webhook  INTEGER NOT NULL,
  delivery TEXT NOT NULL
) STRICT;
CREATE INDEX webhook_failures_by_webhook ON webhook_failures (webhook, id);
`,
}
