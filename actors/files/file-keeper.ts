import { Piscina } from 'piscina'
import { hasContents } from '../../storage/files/content.js'
import type { SweptFiles } from '../../storage/files/file-sweep.js'
import type { FilesOperations } from '../desk/files.js'
import type { JobsOperations } from '../desk/jobs.js'
import type { Outcome } from '../thread/ask.js'
import type { Logger } from '../thread/logger.js'
import type { FileContents } from './file-contents.js'
import type { FilesTask } from './files.task.js'

export type KeeperOperations = FilesOperations & Pick<JobsOperations, 'jobs.sweep'>

export interface FilesDeskAsker {
  ask<Name extends keyof KeeperOperations & string>(
    name: Name,
    request: KeeperOperations[Name]['request'],
  ): Promise<Outcome<KeeperOperations[Name]['answer']>>
}

export interface FileKeeperOptions {
  readonly dataDir: string
  readonly desk: FilesDeskAsker
  readonly logger: Logger
  /** The second place of contents; undefined for a single server. */
  readonly contents?: FileContents | undefined
}

const IDLE_MS = 10_000

/**
 * Keeps contents and rows of files consistent: at the start it deletes what a crash left
 * incomplete, and later the contents of rows in the state `gone` (actors/desk/files.ts, F3). Runs
 * on a thread that gives trading precedence and ends when idle.
 */
export class FileKeeper {
  readonly #options: FileKeeperOptions
  readonly #pool = new Piscina<FilesTask, SweptFiles | readonly string[]>({
    filename: new URL('./files.task.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  })
  #removing: Promise<number> | undefined
  #isRemovedAgain = false
  #isStopping = false

  constructor(options: FileKeeperOptions) {
    this.#options = options
  }

  /** Checks all files at the start, before any request. Without files no thread is started. */
  async start(): Promise<void> {
    const { dataDir, desk, logger, contents } = this.#options
    if (!hasContents(dataDir) && !answered(await desk.ask('files.any', null))) return
    const swept = (await this.#pool.run({ dataDir })) as SweptFiles
    const { adopted, removed, missing } = swept
    const brought = missing.length === 0 ? undefined : await contents?.bring(missing)
    const lost = swept.lost.filter((id) => brought?.has(id) !== true)
    const back = missing.filter(({ id, state }) => state === 'lost' && brought?.has(id) === true)
    const found = [...swept.found, ...back.map(({ id }) => id)]
    const told = await desk.ask('files.swept', { lost, found })
    if (!told.ok) throw new Error(told.message)
    if (adopted + removed > 0) logger.info({ adopted, removed }, 'files were put in order')
    if (brought !== undefined)
      logger.info({ brought: brought.size }, 'contents came from the quorum')
    if (lost.length > 0) logger.error({ lost: lost.length }, 'contents of files are not there')
    this.removeSoon()
  }

  /** Removes the contents of deleted files soon. */
  removeSoon(): void {
    if (this.#isStopping) return
    this.#isRemovedAgain = true
    this.#removing ??= this.#removeAll()
      .catch((error: unknown) => {
        if (!this.#isStopping) this.#options.logger.error({ err: error }, 'files were not removed')
        return 0
      })
      .finally(() => {
        this.#removing = undefined
      })
  }

  /** Removes old jobs and files, at set times; rejects if that failed. */
  async retain(): Promise<Readonly<Record<string, number>>> {
    const { desk } = this.#options
    const jobs = answered(await desk.ask('jobs.sweep', null))
    let expired = 0
    for (let some = -1; some !== 0; expired += some) {
      some = answered(await desk.ask('files.expire', null))
    }
    await this.#removing
    return { jobs, expired, removed: await this.#removeAll() }
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    await this.#pool.destroy()
    await this.#removing
    await this.#options.contents?.close()
  }

  async #removeAll(): Promise<number> {
    const { dataDir, desk } = this.#options
    let removed = 0
    do {
      this.#isRemovedAgain = false
      const gone = answered(await desk.ask('files.gone', null))
      if (gone.length === 0) continue
      const ids = (await this.#pool.run({ dataDir, ids: gone })) as readonly string[]
      // Nothing was removed, because a backup is running. A later call tries again.
      if (ids.length === 0) break
      removed += answered(await desk.ask('files.forget', { ids }))
      this.#isRemovedAgain = true
    } while (this.#isRemovedAgain && !this.#isStopping)
    return removed
  }
}

function answered<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.value
}
