import type { Migration } from './migration.js'

/**
 * The first tables. Money, prices and volumes are the engine's integers; rates, which may exceed
 * 2^53, are text; times are milliseconds since 1970 UTC.
 *
 * Orders, deals and closed positions have no index on the login. Each index entry would be on
 * another page and cost more than the row (4.0 instead of 1.8 µs, and more as the table grows).
 * Instead the account refers to its newest row, and each row to the account's previous one: a
 * chain, newest first.
 */
export const firstTables: Migration = {
  number: 1,
  name: 'first tables',
  sql: `
CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE accounts (
  login                INTEGER PRIMARY KEY CHECK (login > 0),
  group_path           TEXT NOT NULL,
  leverage             INTEGER NOT NULL DEFAULT 0,
  name                 TEXT NOT NULL DEFAULT '',
  last_name            TEXT NOT NULL DEFAULT '',
  middle_name          TEXT NOT NULL DEFAULT '',
  email                TEXT NOT NULL DEFAULT '',
  phone                TEXT NOT NULL DEFAULT '',
  address              TEXT NOT NULL DEFAULT '',
  city                 TEXT NOT NULL DEFAULT '',
  country              TEXT NOT NULL DEFAULT '',
  state                TEXT NOT NULL DEFAULT '',
  zip_code             TEXT NOT NULL DEFAULT '',
  id_number            TEXT NOT NULL DEFAULT '',
  comment              TEXT NOT NULL DEFAULT '',
  company              TEXT NOT NULL DEFAULT '',
  bank_account         TEXT NOT NULL DEFAULT '',
  lead_campaign        TEXT NOT NULL DEFAULT '',
  lead_source          TEXT NOT NULL DEFAULT '',
  agent                INTEGER,
  client_id            INTEGER,
  color                TEXT NOT NULL DEFAULT '',
  language             TEXT NOT NULL DEFAULT '',
  status               TEXT NOT NULL DEFAULT '',
  enabled              INTEGER NOT NULL DEFAULT 1,
  trading_enabled      INTEGER NOT NULL DEFAULT 1,
  expert_enabled       INTEGER NOT NULL DEFAULT 1,
  api_enabled          INTEGER NOT NULL DEFAULT 0,
  limit_orders         INTEGER NOT NULL DEFAULT 0,
  limit_positions      INTEGER NOT NULL DEFAULT 0,
  must_change_password INTEGER NOT NULL DEFAULT 0,
  otp_enabled          INTEGER NOT NULL DEFAULT 0,
  policy_revision      INTEGER NOT NULL DEFAULT 0,
  archived_at          INTEGER,
  last_access          INTEGER,
  last_ip              TEXT NOT NULL DEFAULT '',
  created_at           INTEGER NOT NULL,
  updated_at           INTEGER NOT NULL,
  version              INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX accounts_group ON accounts (group_path COLLATE NOCASE);
CREATE INDEX accounts_email ON accounts (email COLLATE NOCASE) WHERE email <> '';

CREATE TABLE account_states (
  login          INTEGER PRIMARY KEY,
  balance        INTEGER NOT NULL,
  credit         INTEGER NOT NULL,
  seq            INTEGER NOT NULL,
  record_seq     INTEGER NOT NULL,
  last_order_id  INTEGER NOT NULL,
  last_deal_id   INTEGER NOT NULL,
  last_closed_id INTEGER NOT NULL,
  orders         INTEGER NOT NULL,
  deals          INTEGER NOT NULL,
  closed         INTEGER NOT NULL
) STRICT;

CREATE TABLE orders (
  id             INTEGER PRIMARY KEY,
  login          INTEGER NOT NULL,
  symbol_id      INTEGER NOT NULL,
  side           INTEGER NOT NULL,
  kind           TEXT NOT NULL,
  state          TEXT NOT NULL,
  volume_initial INTEGER NOT NULL,
  volume_current INTEGER NOT NULL,
  price          INTEGER NOT NULL,
  position_id    INTEGER NOT NULL,
  reason         TEXT NOT NULL,
  comment        TEXT NOT NULL,
  created_at     INTEGER NOT NULL,
  done_at        INTEGER NOT NULL,
  previous_id    INTEGER NOT NULL
) STRICT;

CREATE TABLE deals (
  id          INTEGER PRIMARY KEY,
  login       INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  order_id    INTEGER NOT NULL,
  position_id INTEGER NOT NULL,
  symbol_id   INTEGER NOT NULL,
  entry       TEXT NOT NULL,
  action      TEXT NOT NULL,
  side        INTEGER NOT NULL,
  volume      INTEGER NOT NULL,
  price       INTEGER NOT NULL,
  bid         INTEGER NOT NULL,
  ask         INTEGER NOT NULL,
  profit      INTEGER NOT NULL,
  swap        INTEGER NOT NULL,
  commission  INTEGER NOT NULL,
  fee         INTEGER NOT NULL,
  credit      INTEGER NOT NULL,
  rate_profit TEXT NOT NULL,
  reason      TEXT NOT NULL,
  comment     TEXT NOT NULL,
  at          INTEGER NOT NULL,
  previous_id INTEGER NOT NULL
) STRICT;

-- closed_volume, profit, commission, fee and swap_paid sum the position's deals so far.
CREATE TABLE positions (
  id            INTEGER NOT NULL,
  login         INTEGER NOT NULL,
  symbol_id     INTEGER NOT NULL,
  side          INTEGER NOT NULL,
  volume        INTEGER NOT NULL,
  price_open    INTEGER NOT NULL,
  price_close   INTEGER NOT NULL,
  rate_margin   TEXT NOT NULL,
  swap          INTEGER NOT NULL,
  opened_at     INTEGER NOT NULL,
  reason        TEXT NOT NULL,
  comment       TEXT NOT NULL,
  version       INTEGER NOT NULL,
  closed_volume INTEGER NOT NULL,
  profit        INTEGER NOT NULL,
  commission    INTEGER NOT NULL,
  fee           INTEGER NOT NULL,
  swap_paid     INTEGER NOT NULL,
  PRIMARY KEY (login, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE closed_positions (
  id          INTEGER PRIMARY KEY,
  login       INTEGER NOT NULL,
  symbol_id   INTEGER NOT NULL,
  side        INTEGER NOT NULL,
  volume      INTEGER NOT NULL,
  price_open  INTEGER NOT NULL,
  price_close INTEGER NOT NULL,
  opened_at   INTEGER NOT NULL,
  closed_at   INTEGER NOT NULL,
  profit      INTEGER NOT NULL,
  commission  INTEGER NOT NULL,
  fee         INTEGER NOT NULL,
  swap        INTEGER NOT NULL,
  reason      TEXT NOT NULL,
  comment     TEXT NOT NULL,
  version     INTEGER NOT NULL,
  previous_id INTEGER NOT NULL
) STRICT;
CREATE INDEX closed_positions_closed_at ON closed_positions (closed_at);

CREATE TABLE request_keys (
  seq   INTEGER PRIMARY KEY,
  login INTEGER NOT NULL,
  key   TEXT NOT NULL,
  at    INTEGER NOT NULL
) STRICT;

CREATE TABLE projection (
  shard      INTEGER PRIMARY KEY,
  record_seq INTEGER NOT NULL
) STRICT;

CREATE TABLE projection_checkpoint (
  one            INTEGER PRIMARY KEY CHECK (one = 1),
  projection_seq INTEGER NOT NULL
) STRICT;
INSERT INTO projection_checkpoint (one, projection_seq) VALUES (1, 0);

CREATE TABLE settings (
  kind       TEXT NOT NULL,
  id         INTEGER NOT NULL,
  name       TEXT NOT NULL COLLATE NOCASE,
  version    INTEGER NOT NULL,
  body       TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (kind, id),
  UNIQUE (kind, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings_ids (
  kind   TEXT PRIMARY KEY,
  "next" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE config_version (
  one     INTEGER PRIMARY KEY CHECK (one = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO config_version (one, version) VALUES (1, 1);

CREATE TABLE id_ranges (
  kind   TEXT NOT NULL,
  shard  INTEGER NOT NULL,
  "next" INTEGER NOT NULL,
  "end"  INTEGER NOT NULL,
  PRIMARY KEY (kind, shard)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  name   TEXT PRIMARY KEY,
  "next" INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE credentials (
  login      INTEGER NOT NULL,
  kind       TEXT NOT NULL,
  hash       TEXT NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (login, kind)
) STRICT, WITHOUT ROWID;

-- Only digests of tokens are kept.
CREATE TABLE sessions (
  id                 TEXT PRIMARY KEY,
  login              INTEGER NOT NULL,
  side               TEXT NOT NULL,
  terminal           TEXT NOT NULL,
  read_only          INTEGER NOT NULL,
  keep_signed_in     INTEGER NOT NULL,
  access_digest      TEXT NOT NULL,
  refresh_digest     TEXT NOT NULL,
  csrf_token         TEXT NOT NULL,
  ip                 TEXT NOT NULL,
  user_agent         TEXT NOT NULL,
  created_at         INTEGER NOT NULL,
  refreshed_at       INTEGER NOT NULL,
  access_expires_at  INTEGER NOT NULL,
  refresh_expires_at INTEGER NOT NULL,
  expires_at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_login ON sessions (login);
CREATE UNIQUE INDEX sessions_refresh ON sessions (refresh_digest);

CREATE TABLE staff (
  login          INTEGER PRIMARY KEY,
  rights         TEXT NOT NULL,
  group_scope    TEXT NOT NULL,
  ip_allow       TEXT NOT NULL DEFAULT '[]',
  mailbox_name   TEXT NOT NULL DEFAULT '',
  logs_months    INTEGER NOT NULL DEFAULT 0,
  reports_months INTEGER NOT NULL DEFAULT 0,
  active         INTEGER NOT NULL DEFAULT 1,
  created_at     INTEGER NOT NULL,
  updated_at     INTEGER NOT NULL,
  version        INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE journal (
  id         INTEGER PRIMARY KEY,
  at         INTEGER NOT NULL,
  actor      INTEGER,
  login      INTEGER,
  kind       TEXT NOT NULL,
  text       TEXT NOT NULL,
  changes    TEXT NOT NULL,
  ip         TEXT NOT NULL,
  request_id TEXT NOT NULL,
  hash       TEXT NOT NULL
) STRICT;
CREATE INDEX journal_at ON journal (at);
CREATE INDEX journal_login ON journal (login, id) WHERE login IS NOT NULL;
CREATE INDEX journal_actor ON journal (actor, id) WHERE actor IS NOT NULL;

-- The newest line's id and hash, so that lines cut off at the end are missed too.
CREATE TABLE journal_head (
  one  INTEGER PRIMARY KEY CHECK (one = 1),
  id   INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
INSERT INTO journal_head (one, id, hash) VALUES (1, 0, '');
`,
}
