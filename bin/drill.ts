import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ID_RANGE_LENGTH } from '../actors/desk/id-range.js'
import { opensKnownText } from '../actors/desk/start/key-check.js'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings, type Settings } from '../http/settings.js'
import { backup, checkBackup, restore } from '../storage/backup/backup.js'
import { backupBytes } from '../storage/backup/dated-backups.js'
import type { Manifest } from '../storage/backup/manifest.js'
import {
  beyond,
  type Marks,
  marksOf,
  otherJournal,
  otherRecords,
  outside,
} from '../storage/backup/marks.js'
import { refuseWithoutRoom } from '../storage/backup/room.js'
import { migrate } from '../storage/migrations/migrate.js'
import { pricesPath, secretKeyPath, sqlitePath } from '../storage/paths.js'
import { openPriceWriter } from '../storage/price-history/tables.js'
import { backupsAt } from '../storage/restore/backup-look.js'
import { planOf } from '../storage/restore/plan.js'
import { bytesOf as bytesOfPlan, restoreAt } from '../storage/restore/restore-at.js'
import { openSeal } from '../storage/secrets/seal.js'
import { loadSecretKey } from '../storage/secrets/secret-key.js'
import { openWriter } from '../storage/sqlite/open.js'
import { type DataDirectory, openDataDirectory } from './data-directory.js'
import { askedIn, type RestoreArguments, sourcesOf } from './restore-at.js'
import { settingsOrFaults } from './settings-or-faults.js'
import { verifiedText, verifyData } from './verify.js'

/**
 * `openfloor drill [BACKUP [--at MOMENT]]`: rehearses a restore. A backup is restored into a
 * scratch directory, verified there, and compared with the data directory, which is only read. The
 * server may run.
 *
 * - Without a backup name it makes a new backup, whose content must lie between the states of the
 *   source before and after.
 * - A named backup may be old, but it must not contain more than the source or another history.
 * R3. A backup of an older server version is migrated in the scratch directory, as the first start
 *     would do.
 * R4. The scratch directory is `DATA_DIR.drill`. It is removed at the end or, after an
 *     interruption, by the next drill.
 * R5. With `--at` it rehearses a point-in-time restore from the log archive and the logs of the
 *     data directory. The restored journal then lacks lines, so it is not compared.
 */
const PARTS = ['backup', 'restored']
const MIB = 1024 * 1024

class DrillFault extends Error {
  override readonly name = 'DrillFault'
}

export async function drillCommand(args: readonly string[]): Promise<number> {
  const isAt = args.includes('--at')
  const asked = isAt ? askedIn(args) : undefined
  const isWrong = isAt ? asked === undefined || asked.isDryRun || asked.data : args.length > 1
  if (isWrong) {
    process.stderr.write(
      'openfloor: name one backup at most, like: openfloor drill ./backup-1; with --at a moment after it\n',
    )
    return 2
  }
  const settings = settingsOrFaults(readSettings(process.env))
  if (settings === undefined) return 1
  const named = asked?.backups ?? args[0]
  const isThere = existsSync(sqlitePath(settings.dataDir))
  const source = isThere || named === undefined ? openDataDirectory(settings.dataDir) : undefined
  if (source === undefined && named === undefined) return 1
  const clock = systemClock()
  const begun = clock.monotonic()
  const drill = new Drill(settings, source)
  try {
    if (asked === undefined) await drill.run(named === undefined ? undefined : resolve(named))
    else await drill.runAt(asked)
    const seconds = secondsOf(clock.monotonic() - begun)
    process.stdout.write(`the backup can be restored: ${seconds} s in all\n`)
    return 0
  } catch (error) {
    process.stderr.write(`openfloor: ${error instanceof Error ? error.message : error}\n`)
    process.stdout.write('the drill failed\n')
    return 1
  } finally {
    drill.removeScratch()
    await source?.close()
  }
}

class Drill {
  readonly #settings: Settings
  readonly #source: DataDirectory | undefined
  readonly #scratch: string
  readonly #clock = systemClock()
  #isMade = false

  constructor(settings: Settings, source: DataDirectory | undefined) {
    this.#settings = settings
    this.#source = source
    this.#scratch = `${settings.dataDir}.drill`
  }

  async run(named: string | undefined): Promise<void> {
    await this.#step('scratch', () => this.#makeScratch(this.#bytes(named)))
    const before = this.#marks()
    if (named === undefined) await this.#step('backup', () => this.#backup())
    const after = this.#marks()
    const made = join(this.#scratch, 'backup')
    await this.#step('restore', () => describe(restore(named ?? made, this.#target)))
    await this.#step('migrate', () => takeMigrations(this.#target))
    await this.#lookAt((restored) =>
      this.#compare(restored, before, after, named === undefined ? 'fresh' : 'older'),
    )
  }

  /** Rehearses a point-in-time restore (R5). */
  async runAt(asked: RestoreArguments): Promise<void> {
    const { logArchive, dataDir, diskReserveBytes: reserveBytes } = this.#settings
    const data = this.#source === undefined ? undefined : dataDir
    const sources = sourcesOf({ logArchive }, { archive: asked.archive, data })
    try {
      const plan = await planOf(backupsAt(asked.backups), sources, asked.moment)
      await this.#step('scratch', () => this.#makeScratch(bytesOfPlan(plan)))
      const monotonic = () => this.#clock.monotonic()
      const how = { target: this.#target, plan, reserveBytes, idRangeLength: ID_RANGE_LENGTH }
      await this.#step('restore', async () => {
        const text = describe(await restoreAt({ ...how, monotonic }))
        return `${text}, and ${plan.records} records after it, up to record ${plan.seq}`
      })
    } finally {
      for (const source of sources) await source.close()
    }
    const now = this.#marks()
    await this.#lookAt((restored) => this.#compare(restored, now, now, 'brought'))
  }

  get #target(): string {
    return join(this.#scratch, 'restored')
  }

  async #lookAt(compare: (restored: DataDirectory) => string): Promise<void> {
    const restored = openDataDirectory(this.#target)
    if (restored === undefined) throw new DrillFault('the backup holds no server')
    try {
      await this.#step('verify', () => verify(this.#target, restored))
      await this.#step('compare', () => compare(restored))
      await this.#step('secret key', () => this.#tryKey(restored))
    } finally {
      await restored.close()
    }
    await this.#step('remove', () => this.removeScratch())
  }

  /** Removes the scratch directory (R4). */
  removeScratch(): string {
    if (this.#isMade) rmSync(this.#scratch, { recursive: true, force: true })
    return this.#scratch
  }

  #makeScratch(bytes: number): string {
    const scratch = this.#scratch
    const others = existsSync(scratch) ? readdirSync(scratch) : []
    const foreign = others.find((name) => !PARTS.some((part) => name.startsWith(part)))
    if (foreign !== undefined) throw new DrillFault(`${scratch} holds ${foreign}: move it away`)
    this.#isMade = true
    this.removeScratch()
    mkdirSync(scratch, { recursive: true, mode: 0o700 })
    refuseWithoutRoom(scratch, 'a drill', bytes, this.#settings.diskReserveBytes)
    return scratch
  }

  /** The space needed for the copies. For a named backup this is only the restored one. */
  #bytes(named: string | undefined): number {
    const { dataDir } = this.#settings
    if (named !== undefined) return bytesOf(checkBackup(named))
    return this.#source === undefined ? 0 : 2 * backupBytes({ dataDir, ...this.#source })
  }

  async #backup(): Promise<string> {
    const { dataDir } = this.#settings
    if (this.#source === undefined) throw new DrillFault(`there is no server in ${dataDir}`)
    const { db, logs } = this.#source
    const target = join(this.#scratch, 'backup')
    return describe(await backup({ dataDir, target, db, logs, now: this.#clock.now() }))
  }

  #marks(): Marks | undefined {
    return this.#source === undefined ? undefined : marksOf(this.#source)
  }

  #compare(
    restored: DataDirectory,
    before: Marks | undefined,
    after: Marks | undefined,
    kind: 'fresh' | 'older' | 'brought',
  ): string {
    const marks = marksOf(restored)
    const has = [...marks.counts].map(([name, count]) => `${name} ${count}`).join(', ')
    if (this.#source === undefined || before === undefined || after === undefined) {
      return `${has}; no server of this version in ${this.#settings.dataDir} to compare with`
    }
    const differences = kind === 'fresh' ? outside(marks, before, after) : beyond(marks, after)
    if (kind !== 'brought') differences.push(...otherJournal(restored, this.#source))
    differences.push(...otherRecords(restored, this.#source))
    if (differences.length > 0) {
      throw new DrillFault(`the backup is not what the source is: ${differences.join('; ')}`)
    }
    return has
  }

  /**
   * Backups do not contain the secret key. Encrypted values in them are only useful with the key
   * kept elsewhere.
   */
  #tryKey(restored: DataDirectory): string {
    const { dataDir, secretKey } = this.#settings
    if (secretKey === undefined && !existsSync(secretKeyPath(dataDir))) {
      return 'not tried: it is neither in SECRET_KEY nor in DATA_DIR'
    }
    const fresh = (): Uint8Array => new Uint8Array()
    const seal = openSeal(loadSecretKey(dataDir, secretKey, fresh), fresh)
    const opens = opensKnownText(restored.db, seal)
    if (opens === undefined) return 'nothing is sealed with one'
    if (!opens) throw new DrillFault('the backup was sealed with another secret key than this one')
    return 'it opens what is sealed'
  }

  async #step(name: string, work: () => string | Promise<string>): Promise<void> {
    const begun = this.#clock.monotonic()
    const found = await work()
    const seconds = secondsOf(this.#clock.monotonic() - begun)
    process.stdout.write(`${name.padEnd(10)} ${seconds.padStart(7)} s  ${found}\n`)
  }
}

/** Migrates the restored database (R3). */
function takeMigrations(target: string): string {
  const db = openWriter(sqlitePath(target))
  try {
    const taken = migrate(db)
    if (existsSync(pricesPath(target))) openPriceWriter(pricesPath(target)).close()
    return taken === 0 ? 'the tables are of this version' : `took ${taken} migrations`
  } finally {
    db.close()
  }
}

function verify(target: string, restored: DataDirectory): string {
  const found = verifyData(target, restored, undefined)
  for (const line of found.lines) process.stdout.write(`${line}\n`)
  const said = verifiedText(found)
  if (found.differenceCount > 0) throw new DrillFault(said)
  return said
}

function describe(manifest: Manifest): string {
  const files = Object.keys(manifest.files).length
  const mib = (bytesOf(manifest) / MIB).toFixed(1)
  return `${files} files, ${mib} MiB, of ${manifest.created_at}`
}

function bytesOf({ files }: Manifest): number {
  return Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0)
}

function secondsOf(ms: number): string {
  return (ms / 1000).toFixed(2)
}
