import { existsSync } from 'node:fs'
import { readSettings } from '../http/settings.js'
import { archiveFaults } from '../storage/archive/archiving.js'
import { archivedLogs } from '../storage/archive/log-archive.js'
import { newestArchive } from '../storage/backup/archives.js'
import { pricesPath } from '../storage/paths.js'
import { openPriceReader } from '../storage/price-history/tables.js'
import { openReader } from '../storage/sqlite/open.js'
import { inSnapshot } from '../storage/sqlite/snapshot.js'
import { verifyFiles } from '../storage/verify/files.js'
import { verifyPrices, type WrongCandle } from '../storage/verify/prices.js'
import { verify } from '../storage/verify/verify.js'
import { type DataDirectory, openDataDirectory } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'

/**
 * Replays the logs and compares them with the tables, with their archive where there is one, and files with their
 * rows; 1 on any difference.
 */
export async function verifyCommand(): Promise<number> {
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const data = openDataDirectory(settings.dataDir)
  if (data === undefined) return 1
  const path = newestArchive(settings.dataDir)
  const archive = path === undefined ? undefined : openReader(path)
  try {
    const { db, logs } = data
    const result = verify(archive === undefined ? { db, logs } : { db, logs, archive })
    const checked = verifyFiles(settings.dataDir, db)
    for (const difference of [...result.differences, ...checked.differences]) {
      process.stdout.write(`${JSON.stringify(difference)}\n`)
    }
    const { records, accounts } = result
    const prices = wrongHours(settings.dataDir)
    const archived = wrongArchive(settings.logArchive?.directory, data)
    const beside = checked.differenceCount + prices.length + archived.length
    const differenceCount = result.differenceCount + beside
    for (const fault of archived) process.stdout.write(`${JSON.stringify({ archive: fault })}\n`)
    for (const hour of prices) process.stdout.write(`${JSON.stringify(hour)}\n`)
    if (checked.files > 0) process.stdout.write(`compared ${checked.files} files\n`)
    process.stdout.write(
      `verified ${records} records of ${accounts} accounts: ${differenceCount} differences\n`,
    )
    return differenceCount === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    return 1
  } finally {
    archive?.close()
    await data.close()
  }
}

/** The places where the archive of the logs and the logs do not have the same. */
function wrongArchive(root: string | undefined, { db, logs }: DataDirectory): readonly string[] {
  if (root === undefined) return []
  return archivedLogs(root, db, logs.length).flatMap((archived, shard) => {
    const log = logs[shard]
    return log === undefined ? [] : archiveFaults(log, archived)
  })
}

/** The first thousand candles that are not what they are made of. */
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
