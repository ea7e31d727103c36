import type { MissingContent } from '../../storage/files/file-sweep.js'
import { partsOf, putParts } from '../../storage/files/parts.js'
import type { PostgresFiles } from '../../storage/log/quorum/postgres-files.js'
import type { QuorumStart } from '../../wire/thread/quorum-messages.js'
import { type Clock, rest } from '../thread/clock.js'
import type { FileContents } from './file-contents.js'

/**
 * Contents of files in a quorum of databases: they are stored there before a row counts them. The
 * database client is loaded on first use.
 */
const PART_BYTES = 256 * 1024
const AGAIN_MS = 200

export class QuorumContents implements FileContents {
  readonly #dataDir: string
  readonly #quorum: QuorumStart
  readonly #clock: Clock
  #files: Promise<PostgresFiles> | undefined

  constructor(dataDir: string, quorum: QuorumStart, clock: Clock) {
    this.#dataDir = dataDir
    this.#quorum = quorum
    this.#clock = clock
  }

  async keep(id: string, from: number, to: number): Promise<void> {
    const parts = () => partsOf(this.#dataDir, id, { from, to, size: PART_BYTES })
    await (await this.#opened()).keep(id, from, parts)
  }

  async bring(missing: readonly MissingContent[]): Promise<ReadonlySet<string>> {
    const files = await this.#opened()
    const brought = new Set<string>()
    for (const file of missing) {
      if (await putParts(this.#dataDir, file, files.read(file.id))) brought.add(file.id)
    }
    return brought
  }

  async close(): Promise<void> {
    ;(await this.#files)?.close()
  }

  #opened(): Promise<PostgresFiles> {
    this.#files ??= import('../../storage/log/quorum/postgres-files.js').then(
      ({ PostgresFiles }) => {
        const [{ url, cluster, holder }, clock] = [this.#quorum, this.#clock]
        const pause = () => rest(clock, AGAIN_MS)
        return new PostgresFiles({
          url,
          cluster,
          holder,
          pause,
          monotonic: () => clock.monotonic(),
        })
      },
    )
    return this.#files
  }
}
