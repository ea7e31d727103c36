import { resolve } from 'node:path'
import { systemClock } from '../actors/clock.js'
import { readSettings } from '../http/settings.js'
import { backup, restore } from '../storage/backup.js'
import { openDataDirectory } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'

/** `openfloor backup DIR`: everything answered before it began, as one point; the server may run. */
export async function backupCommand(args: readonly string[]): Promise<number> {
  const target = directoryIn(args, 'backup')
  if (target === undefined) return 2
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir } = settings
  const data = openDataDirectory(dataDir)
  if (data === undefined) return 1
  try {
    const { db, logs } = data
    const manifest = await backup({ dataDir, target, db, logs, now: systemClock().now() })
    const files = Object.keys(manifest.files).length
    process.stdout.write(`backed up ${dataDir} into ${target}: ${files} files\n`)
    return 0
  } catch (error) {
    return failed(error)
  } finally {
    await data.close()
  }
}

/** `openfloor restore DIR`: puts a backup into the data directory, which must be empty. */
export async function restoreCommand(args: readonly string[]): Promise<number> {
  const source = directoryIn(args, 'restore')
  if (source === undefined) return 2
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  try {
    const manifest = restore(source, settings.dataDir)
    process.stdout.write(`restored the backup of ${manifest.created_at} to ${settings.dataDir}\n`)
    return 0
  } catch (error) {
    return failed(error)
  }
}

function directoryIn(args: readonly string[], command: string): string | undefined {
  const [directory] = args
  if (args.length === 1 && directory !== undefined) return resolve(directory)
  process.stderr.write(`openfloor: name one directory, like: openfloor ${command} ./backup-1\n`)
  return undefined
}

function failed(error: unknown): number {
  process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
  return 1
}
