import type { Migration } from './migration.js'

/** Symbols define how many days a year of interest has; existing symbols use 360. */
export const swapYearDays: Migration = {
  number: 7,
  name: 'swap year days',
  sql: `
UPDATE settings SET body = json_set(body, '$.swap_year_days', 360)
WHERE kind = 'symbols' AND json_extract(body, '$.swap_year_days') IS NULL;
`,
}
