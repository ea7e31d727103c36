import type { Migration } from './migration.js'

/**
 * Adds a row per account and ended day, ordered by day and login as day ends write them.
 * `previous_day` links an account's rows: the day of the row before, 0 for none. `seq` is the
 * account's seq of the day-end event. A day's deals are those after the previous row's seq.
 */
export const dailyRows: Migration = {
  number: 8,
  name: 'daily rows',
  sql: `
CREATE TABLE daily (
  day                       INTEGER NOT NULL,
  login                     INTEGER NOT NULL,
  previous_day              INTEGER NOT NULL,
  seq                       INTEGER NOT NULL,
  group_path                TEXT NOT NULL,
  balance                   INTEGER NOT NULL,
  balance_prev_day          INTEGER NOT NULL,
  balance_prev_month        INTEGER NOT NULL,
  credit                    INTEGER NOT NULL,
  swap                      INTEGER NOT NULL,
  is_valued                 INTEGER NOT NULL,
  equity                    INTEGER NOT NULL,
  margin                    INTEGER NOT NULL,
  margin_free               INTEGER NOT NULL,
  floating_profit           INTEGER NOT NULL,
  at                        INTEGER NOT NULL,
  daily_profit              INTEGER NOT NULL,
  daily_swap                INTEGER NOT NULL,
  daily_fee                 INTEGER NOT NULL,
  daily_commission_instant  INTEGER NOT NULL,
  daily_commission_turnover INTEGER NOT NULL,
  daily_deposits            INTEGER NOT NULL,
  daily_withdrawals         INTEGER NOT NULL,
  daily_credit              INTEGER NOT NULL,
  daily_bonuses             INTEGER NOT NULL,
  daily_charges             INTEGER NOT NULL,
  daily_corrections         INTEGER NOT NULL,
  daily_compensation        INTEGER NOT NULL,
  PRIMARY KEY (day, login)
) STRICT, WITHOUT ROWID;

-- Of the account's first record; 0 in rows of accounts that had one before.
ALTER TABLE account_states ADD COLUMN first_at INTEGER NOT NULL DEFAULT 0;
`,
}
