import { join } from 'node:path'

/**
 * The path of the tables of accounts, trades and settings. All paths in this file are below
 * `DATA_DIR`.
 */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'openfloor.sqlite')
}

/** The database of the price history: candles and ticks. */
export function pricesPath(dataDir: string): string {
  return join(dataDir, 'prices.sqlite')
}

export function logDirectory(dataDir: string, shard: number): string {
  return join(logsDirectory(dataDir), shardName(shard))
}

/** The name of a shard's log in the folder of the logs. */
export function shardName(shard: number): string {
  return `shard-${shard}`
}

/** The folder of the logs, one per shard. */
export function logsDirectory(dataDir: string): string {
  return join(dataDir, 'log')
}

/** The logs of a reshard, until they are moved into place. */
export function dealtLogsDirectory(dataDir: string): string {
  return join(dataDir, 'log.new')
}

/** The former logs, while a reshard moves its new ones into place. */
export function formerLogsDirectory(dataDir: string): string {
  return join(dataDir, 'log.old')
}

/** The files of FIX sessions: sequence numbers and messages, one file per session. */
export function fixDirectory(dataDir: string): string {
  return join(dataDir, 'fix')
}

/** Copies of the tables, taken before a log is trimmed. */
export function archiveDirectory(dataDir: string): string {
  return join(dataDir, 'archive')
}

/** The contents of users' files, by id. */
export function fileDirectory(dataDir: string): string {
  return join(dataDir, 'files')
}

export function filePath(dataDir: string, id: string): string {
  return join(fileDirectory(dataDir), id)
}

/** The folder in which older versions stored results of jobs. */
export function resultDirectory(dataDir: string): string {
  return join(dataDir, 'results')
}

export function resultPath(dataDir: string, job: number): string {
  return join(resultDirectory(dataDir), `job-${job}`)
}

export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** Lists the tables that differ from those of the active node. Exists only if some differ. */
export function differingPath(dataDir: string): string {
  return join(dataDir, 'tables-differ')
}

/** Exists until the server reads an operator's confirmation of the machine's clock. */
export function clockConfirmationPath(dataDir: string): string {
  return join(dataDir, 'clock-confirmed')
}
