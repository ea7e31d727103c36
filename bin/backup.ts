import { resolve, sep } from 'node:path'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings } from '../http/settings.js'
import { backup, restore } from '../storage/backup/backup.js'
import { makeDatedBackup } from '../storage/backup/dated-backups.js'
import type { Manifest } from '../storage/backup/manifest.js'
import { secretKeyPath } from '../storage/paths.js'
import { openDataDirectory } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'

const WITH_KEY = '--with-key'
const WITHOUT_KEY =
  'The secret key is not in it: keep secret.key, or SECRET_KEY, somewhere else. Stored secrets are lost without it.\n'

const DATED = ['--into', '--keep']
const KEEP = 7
const DATED_USAGE =
  'openfloor: name a directory and a number from 1 to 9999, like: openfloor backup --into /mnt/backups --keep 14\n'

/**
 * `openfloor backup --into DIR [--keep N]`: makes the same backups as the server's schedule, for an
 * external scheduler.
 */
async function datedBackup(args: readonly string[]): Promise<number> {
  const [into, directory = '', keeping = '--keep', keep = String(KEEP)] = args
  const isNamed = directory !== '' && !directory.startsWith('-')
  const isRight = into === '--into' && isNamed && keeping === '--keep'
  if (args.length > 4 || !isRight || !/^[1-9]\d{0,3}$/.test(keep)) {
    process.stderr.write(DATED_USAGE)
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir, diskReserveBytes: reserveBytes } = settings
  const target = resolve(directory)
  if (`${target}${sep}`.startsWith(`${dataDir}${sep}`)) {
    return failed(`${target} must not lie in DATA_DIR`)
  }
  const data = openDataDirectory(dataDir)
  if (data === undefined) return 1
  try {
    const { db, logs } = data
    const at = systemClock().now()
    const of = {
      dataDir,
      directory: target,
      keep: Number(keep),
      reserveBytes,
      at,
      now: at,
      db,
      logs,
    }
    const { path, bytes, removed } = await makeDatedBackup(of)
    process.stdout.write(`backed up ${dataDir} into ${path}: ${bytes} bytes\n`)
    for (const name of removed) process.stdout.write(`removed ${name}\n`)
    process.stdout.write(WITHOUT_KEY)
    return 0
  } catch (error) {
    return failed(error)
  } finally {
    await data.close()
  }
}

/**
 * `openfloor backup DIR`: a consistent backup of everything answered before it began. The server
 * may run.
 */
export async function backupCommand(args: readonly string[]): Promise<number> {
  if (args.some((arg) => DATED.includes(arg))) return datedBackup(args)
  const withKey = args.includes(WITH_KEY)
  const target = directoryIn(
    args.filter((arg) => arg !== WITH_KEY),
    'backup',
  )
  if (target === undefined) return 2
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const { dataDir } = settings
  const data = openDataDirectory(dataDir)
  if (data === undefined) return 1
  try {
    const { db, logs } = data
    const now = systemClock().now()
    const manifest = await backup({ dataDir, target, db, logs, now, withKey })
    const files = Object.keys(manifest.files).length
    process.stdout.write(`backed up ${dataDir} into ${target}: ${files} files\n`)
    if (!hasKey(manifest)) process.stdout.write(WITHOUT_KEY)
    return 0
  } catch (error) {
    return failed(error)
  } finally {
    await data.close()
  }
}

/** `openfloor restore DIR`: restores a backup into the data directory, which must be empty. */
export async function restoreCommand(args: readonly string[]): Promise<number> {
  const source = directoryIn(args, 'restore')
  if (source === undefined) return 2
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  try {
    const manifest = restore(source, settings.dataDir)
    const { dataDir, secretKey } = settings
    process.stdout.write(`restored the backup of ${manifest.created_at} to ${dataDir}\n`)
    process.stdout.write(
      'The first start ends all sessions. Passwords, rights and settings that were changed after the backup are as before: set them again.\n',
    )
    if (!hasKey(manifest) && secretKey === undefined) {
      process.stdout.write(
        `The backup has no key: put secret.key into ${dataDir} before the start, or set SECRET_KEY.\n`,
      )
    }
    return 0
  } catch (error) {
    return failed(error)
  }
}

function hasKey({ files }: Manifest): boolean {
  return files[secretKeyPath('')] !== undefined
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
