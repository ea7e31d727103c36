import { join } from 'node:path'

/**
 * The tables of accounts, trades and settings. Each path here is of a file or directory below
 * `DATA_DIR`.
 */
export function sqlitePath(dataDir: string): string {
  return join(dataDir, 'openfloor.sqlite')
}

/** The market's history: candles and ticks. */
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

/** The folder of the logs, one a shard. */
export function logsDirectory(dataDir: string): string {
  return join(dataDir, 'log')
}

/** Logs that are being dealt out to another number of shards, until they are in place. */
export function dealtLogsDirectory(dataDir: string): string {
  return join(dataDir, 'log.new')
}

/** The logs of before, while those that were dealt out come into place. */
export function formerLogsDirectory(dataDir: string): string {
  return join(dataDir, 'log.old')
}

/** Numbers and messages of FIX sessions, a file each. */
export function fixDirectory(dataDir: string): string {
  return join(dataDir, 'fix')
}

/** Copies of the projection taken before the log is trimmed. */
export function archiveDirectory(dataDir: string): string {
  return join(dataDir, 'archive')
}

/** Contents of files that are kept for people, each by its id. */
export function fileDirectory(dataDir: string): string {
  return join(dataDir, 'files')
}

export function filePath(dataDir: string, id: string): string {
  return join(fileDirectory(dataDir), id)
}

/** Results of jobs as servers of before kept them. */
export function resultDirectory(dataDir: string): string {
  return join(dataDir, 'results')
}

export function resultPath(dataDir: string, job: number): string {
  return join(resultDirectory(dataDir), `job-${job}`)
}

export function secretKeyPath(dataDir: string): string {
  return join(dataDir, 'secret.key')
}

/** The tables that differ from those of the node that this one follows; there is no such file while none do. */
export function differingPath(dataDir: string): string {
  return join(dataDir, 'tables-differ')
}

/** The file that is there while a person's word for the machine's clock waits to be taken. */
export function clockConfirmationPath(dataDir: string): string {
  return join(dataDir, 'clock-confirmed')
}
