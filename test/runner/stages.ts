import { join } from 'node:path'
import type { Imports } from './imports.js'

/**
 * The two stages of the tests. The second one has every file that starts a process: a server, a command, a database, a
 * browser, a mail or FIX peer. It needs more time and the Debian packages. The first one has all others.
 *
 *   S1. The stage of a file follows from what it imports: its own modules in `test/` and `bench/` are searched through.
 *   S2. The second stage also has long files that start no process. They took a sixth of the first stage.
 */
const STARTS_PROCESSES: ReadonlySet<string> = new Set(['node:child_process', 'playwright-core'])
/** They start small processes, and no server: the runner's own test. */
const FIRST_ALL_THE_SAME = ['test/runner/']
/** Journeys through the whole server, and files that need more than 15 s on two quiet cores. */
const LONG = [
  'test/e2e/',
  'test/actors/queries/accounts/account-histories',
  'test/actors/queries/query-pool',
  'test/actors/reports/report-totals',
  'test/actors/server/account-news',
  'test/actors/server/desk-away',
  'test/http/routes/accounts/account-audit',
  'test/http/routes/trades/bulk-close',
  'test/http/socket/watch-exposure',
  'test/storage/log/intake/intake-log',
]
const DRIVERS = ['test', 'bench']

export function isSecondStage(imports: Imports, dist: string, file: string): boolean {
  if (FIRST_ALL_THE_SAME.some((folder) => file.startsWith(folder))) return false
  if (LONG.some((part) => file.startsWith(part))) return true
  for (const path of driversOf(imports, dist, file)) {
    if (imports.of(path).packages.some((name) => STARTS_PROCESSES.has(name))) return true
  }
  return false
}

/** The file with the modules of tests and benches that it loads. */
export function driversOf(imports: Imports, dist: string, file: string): Set<string> {
  return imports.closure(join(dist, file), (path) =>
    DRIVERS.some((folder) => path.startsWith(join(dist, folder, '/'))),
  )
}
