import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { ID_RANGE_LENGTH } from '../actors/desk/id-range.js'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings, type Settings } from '../http/settings.js'
import { secretKeyPath } from '../storage/paths.js'
import { archiveSources } from '../storage/restore/archive-source.js'
import { backupsAt } from '../storage/restore/backup-look.js'
import { directorySource } from '../storage/restore/directory-source.js'
import type { LogSource } from '../storage/restore/log-source.js'
import { type Moment, planOf, type RestorePlan } from '../storage/restore/plan.js'
import { bytesOf, restoreAt } from '../storage/restore/restore-at.js'
import { RestoreError } from '../storage/restore/restore-error.js'
import { isTime } from '../wire/types/utc-time.js'
import { settingsOrFaults } from './settings-or-faults.js'

const USAGE =
  'openfloor: name a backup, or a folder of them, and a moment, like: openfloor restore ./backups --at 2026-03-04T13:59:00Z --dry-run\n'
const MIB = 1024 * 1024
const TIME =
  /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)?(\.\d{1,3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const LISTED_MAX = 20

export interface RestoreArguments {
  readonly backups: string
  readonly moment: Moment
  readonly archive: string | undefined
  readonly data: string | undefined
  readonly isDryRun: boolean
}

/**
 * Runs `openfloor restore DIR --at MOMENT`. It restores a backup into the empty data directory, and
 * then the log records from the backup's time to the moment.
 */
export async function restoreAtCommand(args: readonly string[]): Promise<number> {
  const asked = askedIn(args)
  const bare = args[args.indexOf('--at') + 1] ?? ''
  if (asked === undefined && momentIn(bare) === undefined && momentIn(`${bare}Z`) !== undefined) {
    process.stderr.write(
      `openfloor: the time ${bare} has no zone: write ${bare}Z for UTC, or its offset, like ${bare}+01:00\n`,
    )
    return 2
  }
  if (asked === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const sources: LogSource[] = []
  try {
    sources.push(...sourcesOf(settings, asked))
    const plan = await planOf(backupsAt(asked.backups), sources, asked.moment)
    tell(plan, settings.dataDir)
    if (asked.isDryRun) return 0
    const clock = systemClock()
    await restoreAt({
      target: settings.dataDir,
      plan,
      reserveBytes: settings.diskReserveBytes,
      idRangeLength: ID_RANGE_LENGTH,
      monotonic: () => clock.monotonic(),
    })
    say(`restored to ${settings.dataDir}: check it with openfloor verify`)
    say('The first start ends all sessions.')
    const isThere = settings.secretKey !== undefined || existsSync(secretKeyPath(settings.dataDir))
    if (!isThere) {
      say(
        `The backup has no key: put secret.key into ${settings.dataDir} before the start, or set SECRET_KEY.`,
      )
    }
    return 0
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    return 1
  } finally {
    for (const source of sources) await source.close()
  }
}

/** The sources of log records: the log archive, and the data directory if the command names one. */
export function sourcesOf(
  settings: Pick<Settings, 'logArchive'>,
  { archive, data }: Pick<RestoreArguments, 'archive' | 'data'>,
): LogSource[] {
  const root = archive ?? settings.logArchive?.directory
  if (root !== undefined && !existsSync(root)) {
    throw new RestoreError(`there is no archive of logs in ${root}`)
  }
  const archived = root === undefined ? [] : archiveSources(root)
  return data === undefined ? archived : [...archived, directorySource(data)]
}

/** Parses `seq:NUMBER`, or a time with `Z` or an offset. Anything else returns undefined. */
export function momentIn(text: string): Moment | undefined {
  const seq = /^seq:(0|[1-9]\d{0,15})$/.exec(text)?.[1]
  if (seq !== undefined) return Number.isSafeInteger(Number(seq)) ? { seq: Number(seq) } : undefined
  const [, day, minute, second = ':00', part = ''] = TIME.exec(text) ?? []
  // `isTime` rejects days that do not exist. It takes only UTC, and the offset does not matter here.
  if (day === undefined || !isTime(`${day}T${minute}${second}${part}Z`)) return undefined
  return { at: Date.parse(text) }
}

export function askedIn(args: readonly string[]): RestoreArguments | undefined {
  const values = new Map<string, string>()
  const names: string[] = []
  let isDryRun = false
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as string
    if (word === '--dry-run') isDryRun = true
    else if (word.startsWith('--')) {
      const value = args[++index]
      if (value === undefined || value.startsWith('-') || values.has(word)) return undefined
      values.set(word, value)
    } else names.push(word)
  }
  const [backups] = names
  const moment = momentIn(values.get('--at') ?? '')
  if (names.length !== 1 || backups === undefined || moment === undefined) return undefined
  const pathOf = (name: string): string | undefined => {
    const given = values.get(name)
    return given === undefined ? undefined : resolve(given)
  }
  const [archive, data] = [pathOf('--archive'), pathOf('--data')]
  return { backups: resolve(backups), moment, archive, data, isDryRun }
}

/** Prints what the data directory will contain after the restore, and what it will lack. */
function tell(plan: RestorePlan, dataDir: string): void {
  const { backup, seq, at, records, leftOut } = plan
  const { created_at } = backup.manifest
  say(`${dataDir} will hold`)
  say(`  the backup ${backup.path} of ${created_at}`)
  say(
    `  and ${records} records after it, up to record ${seq}; the newest is of ${new Date(at).toISOString()}`,
  )
  for (const { source, after, through } of plan.chain.stretches) {
    if (after < seq) say(`    up to record ${Math.min(seq, through)} from ${source.name}`)
  }
  say(
    '  so money, orders, deals, positions and day ends of its accounts as they were at that moment',
  )
  say(`It will not hold what is in no log. Of that it has what there was at ${created_at}:`)
  say('  settings, accounts and their data, passwords, rights, sessions, mails, files, prices,')
  say('  and the journal, to which the lines are added that the records tell of')
  for (const [login, { why, fromSeq, records }] of [...leftOut].slice(0, LISTED_MAX)) {
    const reason =
      why === 'account'
        ? 'it was opened after the backup'
        : 'a symbol in it was made after the backup'
    say(`Left out: ${records} records of account ${login} from record ${fromSeq} on: ${reason}`)
  }
  if (leftOut.size > LISTED_MAX)
    say(`Left out: records of ${leftOut.size - LISTED_MAX} more accounts`)
  say(`It takes ${Math.ceil(bytesOf(plan) / MIB)} MiB at the most`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
