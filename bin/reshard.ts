import { existsSync, statfsSync } from 'node:fs'
import { systemClock } from '../actors/thread/clock.js'
import { readSettings, type Settings } from '../http/settings.js'
import { newestSeqOf } from '../storage/journal-anchors.js'
import { sqlitePath } from '../storage/paths.js'
import { accountsRepo } from '../storage/repos/accounts/accounts.js'
import { metaRepo } from '../storage/repos/meta.js'
import { placeDealtLogs } from '../storage/reshard/placing.js'
import { reshard, reshardBytes } from '../storage/reshard/reshard.js'
import { isDatabaseInUse } from '../storage/sqlite/in-use.js'
import { openAlone, type Sqlite } from '../storage/sqlite/open.js'
import { openDataDirectory, otherVersion } from './data-directory.js'
import { settingsOrFaults } from './settings-or-faults.js'

const DRY_RUN = '--dry-run'
const MIB = 1024 * 1024
const TELL_MS = 5_000

/**
 * `openfloor reshard N [--dry-run]`: redistributes the accounts of a stopped server over N shards.
 */
export async function reshardCommand(args: readonly string[]): Promise<number> {
  const isDryRun = args.includes(DRY_RUN)
  const [number = '', ...more] = args.filter((arg) => arg !== DRY_RUN)
  // The same limits as for the setting.
  if (more.length > 0 || !/^(?:[1-9]|[1-5]\d|6[0-4])$/.test(number)) {
    process.stderr.write(
      'openfloor: name a number of shards from 1 to 64, like: openfloor reshard 4 --dry-run\n',
    )
    return 2
  }
  const settings = settingsOrFaults(readSettings(withoutShards(process.env)))
  if (settings === undefined) return 1
  const shards = Number(number)
  try {
    return isDryRun ? await planned(settings, shards) : await carriedOut(settings, shards)
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

/** Ignores the setting, which may be the old or the new number. */
function withoutShards(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SHARDS: _, ...others } = env
  return others
}

async function carriedOut(settings: Settings, shards: number): Promise<number> {
  const { dataDir, diskReserveBytes: reserveBytes } = settings
  if (!existsSync(sqlitePath(dataDir))) return noServer(dataDir)
  const db = openAlone(sqlitePath(dataDir))
  if (db === undefined) {
    return failed(
      `the server in ${dataDir} is running, or a backup or verify has it open: stop it first`,
    )
  }
  try {
    const why = otherVersion(db)
    if (why !== undefined) return failed(why)
    const cluster = metaRepo(db).get('cluster_id')
    if (cluster !== undefined) return failed(ofCluster(cluster))
    const isFinished = placeDealtLogs(dataDir, db) === 'placed'
    const before = metaRepo(db).get('shards')
    if (before === undefined) return noServer(dataDir)
    if (isFinished) process.stdout.write('a reshard that was cut off is finished\n')
    if (Number(before) === shards) {
      process.stdout.write(`${isFinished ? 'it has' : 'nothing to do: it has'} ${shards} shards\n`)
      return 0
    }
    process.stdout.write(`from ${before} to ${shards} shards in ${dataDir}\n`)
    const clock = systemClock()
    const steps = new Steps()
    await reshard({
      dataDir,
      db,
      shards,
      now: clock.now(),
      monotonic: () => clock.monotonic(),
      reserveBytes,
      onStep: (name, found) => steps.done(name, found),
      onBytes: (bytes, of) => steps.going(bytes, of),
    })
    process.stdout.write(
      `it has ${shards} shards: check it with openfloor verify, and start it with SHARDS=${shards} or without SHARDS\n`,
    )
    return 0
  } finally {
    db.close()
  }
}

/** Prints what it would do. Nothing changes, and the server may run. */
async function planned(settings: Settings, shards: number): Promise<number> {
  const { dataDir, diskReserveBytes: reserveBytes } = settings
  const path = sqlitePath(dataDir)
  const isRunning = existsSync(path) && isDatabaseInUse(path)
  const data = openDataDirectory(dataDir)
  if (data === undefined) return 1
  try {
    const { db, logs } = data
    const cluster = metaRepo(db).get('cluster_id')
    if (cluster !== undefined) return failed(ofCluster(cluster))
    const before = logs.length
    const say = (line: string): void => void process.stdout.write(`${line}\n`)
    if (before === shards) {
      say(`nothing to do: it has ${shards} shards`)
      return 0
    }
    say(`would deal the accounts of ${dataDir} out to ${shards} shards, ${before} now:`)
    for (const [shard, count] of accountsOf(db, shards).entries()) {
      say(`  shard ${shard}: ${count} accounts`)
    }
    say(`  records up to ${Math.max(0, ...logs.map(newestSeqOf))} go into ${shards} new logs`)
    say('  the archive of the logs, if there is one, goes on in a directory of its own beside')
    const { bavail, bsize } = statfsSync(dataDir)
    const [free, wanted] = [
      bavail * bsize,
      reshardBytes(dataDir, db, before, shards) + reserveBytes,
    ]
    const [hasMib, wantsMib] = [free, wanted].map((bytes) => Math.ceil(bytes / MIB))
    say(`  it needs ${wantsMib} MiB of free space with the reserve, and ${hasMib} MiB are free`)
    if (isRunning) say('  the server has to be stopped for it')
    return free >= wanted ? 0 : 1
  } finally {
    await data.close()
  }
}

function accountsOf(db: Sqlite, shards: number): number[] {
  const accounts = accountsRepo(db)
  return Array.from({ length: shards }, (_, shard) => accounts.countOfShard(shard, shards))
}

/** Prints a line for each step with its duration, and the progress of long steps. */
class Steps {
  readonly #clock = systemClock()
  #begunAt = this.#clock.monotonic()
  #toldAt = this.#begunAt

  done(name: string, found: string): void {
    const now = this.#clock.monotonic()
    const seconds = ((now - this.#begunAt) / 1000).toFixed(2)
    process.stdout.write(`${name.padEnd(10)} ${seconds.padStart(7)} s  ${found}\n`)
    this.#begunAt = now
    this.#toldAt = now
  }

  going(bytes: number, of: number): void {
    const now = this.#clock.monotonic()
    if (now - this.#toldAt < TELL_MS) return
    this.#toldAt = now
    const [some, all] = [bytes, of].map((size) => Math.ceil(size / MIB))
    process.stdout.write(`           ${some} of ${all} MiB\n`)
  }
}

function ofCluster(id: string): string {
  return `it is of the cluster ${id}, whose databases have a log for each of its shards: openfloor replicate leave first, and replicate init into an empty database after it`
}

function noServer(dataDir: string): number {
  return failed(`there is no server in ${dataDir}. Set DATA_DIR.`)
}

function failed(why: string): number {
  process.stderr.write(`openfloor: ${why}\n`)
  return 1
}
