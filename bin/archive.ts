import { once } from 'node:events'
import { resolve } from 'node:path'
import { readSettings } from '../http/settings.js'
import { checkedSegments } from '../storage/archive/archiving.js'
import {
  archiveDirectories,
  contentOf,
  headOf,
  historiesIn,
  segmentsIn,
} from '../storage/archive/log-archive.js'
import { decodeRecords } from '../wire/record/record.js'
import { settingsOrFaults } from './settings-or-faults.js'

const USAGE = `openfloor: name what to do with an archive of the logs, like:
  openfloor archive list [DIR]
  openfloor archive verify [DIR]
  openfloor archive print LOGIN [DIR]
`

/** `openfloor archive ...`: reads an archive of the logs. It changes nothing and needs no server. */
export async function archiveCommand([what, ...args]: readonly string[]): Promise<number> {
  const login = what === 'print' ? Number(args[0]) : undefined
  const rest = what === 'print' ? args.slice(1) : args
  const isKnown = what === 'list' || what === 'verify' || what === 'print'
  const isLogin = login === undefined || (Number.isSafeInteger(login) && login >= 1)
  if (!isKnown || !isLogin || rest.length > 1) {
    process.stderr.write(USAGE)
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const [given] = rest
  const root = given === undefined ? settings.logArchive?.directory : resolve(given)
  if (root === undefined) return failed('name a directory, or set LOG_ARCHIVE_DIR')
  const directories = archiveDirectories(root)
  if (directories.length === 0) return failed(`there is no archive of logs in ${root}`)
  try {
    if (login !== undefined) return await print(root, directories, login)
    return what === 'list' ? await list(directories) : await verify(directories)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

async function list(directories: readonly string[]): Promise<number> {
  for (const file of directories.flatMap(segmentsIn)) {
    await tell({ file: file.path, ...headOf(file) })
  }
  return 0
}

async function verify(directories: readonly string[]): Promise<number> {
  let [files, records, faults] = [0, 0, 0]
  for (const directory of directories) {
    for (const segment of checkedSegments(directory)) {
      files++
      records += segment.records
      if (segment.fault === '') continue
      faults++
      await tell({ fault: segment.fault })
    }
  }
  process.stdout.write(`verified ${records} records in ${files} files: ${faults} faults\n`)
  return faults === 0 ? 0 : 1
}

/**
 * Prints the records of a login in one history. After a restore an account continues in another
 * history.
 */
async function print(root: string, directories: readonly string[], login: number): Promise<number> {
  const histories = historiesIn(root)
  if (histories.length > 1) return failed(`name one of: ${histories.join(', ')}`)
  for (const file of directories.flatMap(segmentsIn)) {
    for (const record of decodeRecords(contentOf(file).records)) {
      if (record.login !== login) continue
      await tell({ ...record, at: new Date(record.at).toISOString() })
    }
  }
  return 0
}

/** Waits for the output, because an archive is larger than memory. */
async function tell(line: object): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(line, exactly)}\n`))
    await once(process.stdout, 'drain')
}

/** Integers that a double cannot represent are written as text. */
function exactly(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

function failed(why: string): number {
  process.stderr.write(`openfloor: ${why}\n`)
  return 1
}
