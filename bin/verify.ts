import { existsSync } from 'node:fs'
import { readSettings } from '../http/settings.js'
import { archiveFaults } from '../storage/archive/archiving.js'
import { archivedLogs } from '../storage/archive/log-archive.js'
import { newestArchive } from '../storage/backup/archives.js'
import { pricesPath } from '../storage/paths.js'
import { openPriceReader } from '../storage/price-history/tables.js'
import { metaRepo } from '../storage/repos/meta.js'
import { openReader } from '../storage/sqlite/open.js'
import { inSnapshot } from '../storage/sqlite/snapshot.js'
import { verifyFiles } from '../storage/verify/files.js'
import { verifyPrices, type WrongCandle } from '../storage/verify/prices.js'
import { verify } from '../storage/verify/verify.js'
import { type DataDirectory, openDataDirectory } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** How much was compared, and a line for each of the first differences. */
export interface VerifyResult {
  readonly records: number
  readonly accounts: number
  readonly files: number
  readonly differenceCount: number
  readonly lines: readonly string[]
}

/** `openfloor verify`: exit code 1 if there is any difference. */
export async function verifyCommand(): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const data = openDataDirectory(settings.dataDir)
  if (data === undefined) return 1
  try {
    const found = verifyData(settings.dataDir, data, settings.logArchive?.directory)
    for (const line of found.lines) process.stdout.write(`${line}\n`)
    if (found.files > 0) process.stdout.write(`compared ${found.files} files\n`)
    process.stdout.write(`${verifiedText(found)}\n`)
    return found.differenceCount === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    return 1
  } finally {
    await data.close()
  }
}

export function verifiedText({ records, accounts, differenceCount }: VerifyResult): string {
  return `verified ${records} records of ${accounts} accounts: ${differenceCount} differences`
}

/**
 * Replays the logs and compares the result with the database and the archive, and stored files with
 * their rows.
 */
export function verifyData(
  dataDir: string,
  { db, logs }: DataDirectory,
  logArchive: string | undefined,
): VerifyResult {
  const path = newestArchive(dataDir)
  const archive = path === undefined ? undefined : openReader(path)
  try {
    const result = verify(archive === undefined ? { db, logs } : { db, logs, archive })
    const checked = verifyFiles(dataDir, db)
    const prices = wrongHours(dataDir)
    const archived = wrongArchive(logArchive, { db, logs })
    const beside = checked.differenceCount + prices.length + archived.length
    const different: object[] = [...result.differences, ...checked.differences]
    for (const fault of archived) different.push({ archive: fault })
    different.push(...prices)
    return {
      records: result.records,
      accounts: result.accounts,
      files: checked.files,
      differenceCount: result.differenceCount + beside,
      lines: different.map((one) => JSON.stringify(one)),
    }
  } finally {
    archive?.close()
  }
}

/** The differences between the log archive and the logs. */
function wrongArchive(
  root: string | undefined,
  { db, logs }: Pick<DataDirectory, 'db' | 'logs'>,
): readonly string[] {
  // A restored server starts a new archive at its first start.
  const isRestored = metaRepo(db).get('restored_from') !== undefined
  if (root === undefined || isRestored) return []
  return archivedLogs(root, db, logs.length).flatMap((archived, shard) => {
    const log = logs[shard]
    return log === undefined ? [] : archiveFaults(log, archived)
  })
}

/** The first thousand candles that differ from the ticks or candles they are built from. */
function wrongHours(dataDir: string): readonly WrongCandle[] {
  const path = pricesPath(dataDir)
  if (!existsSync(path)) return []
  const db = openPriceReader(path)
  try {
    return inSnapshot(db, () => verifyPrices(db))
  } finally {
    db.close()
  }
}
