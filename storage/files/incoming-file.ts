import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { type Disk, type DiskUse, findsRoomFor } from '../disk-space.js'
import { fileDirectory, filePath } from '../paths.js'
import { CONTENT_MODE, partPath } from './content.js'

/**
 * One content being uploaded, written asynchronously under a temporary name until it is complete
 * (content.ts, F1). The creator must end it with `settle` or `abandon`.
 */
export class NoRoomForFileError extends Error {
  override readonly name = 'NoRoomForFileError'
}

/** The steps between which a crash may happen, for drills. */
export type FileStep = 'made' | 'written' | 'synced' | 'named' | 'settled'

export interface IncomingFileOptions extends Disk {
  readonly id: string
  readonly use: DiskUse
  readonly onStep?: ((step: FileStep) => void) | undefined
}

/** The free disk space is checked again after this many bytes. */
const ROOM_BYTES = 16 * 1024 * 1024

export class IncomingFile {
  readonly #options: IncomingFileOptions
  readonly #hash = createHash('sha256')
  readonly #file: FileHandle
  #bytes = 0
  #roomAt = ROOM_BYTES
  #isSettled = false

  private constructor(options: IncomingFileOptions, file: FileHandle) {
    this.#options = options
    this.#file = file
  }

  static async begin(options: IncomingFileOptions): Promise<IncomingFile> {
    const { dataDir, id, onStep } = options
    await mkdir(fileDirectory(dataDir), { recursive: true, mode: 0o700 })
    await refuseWithoutRoom(options)
    const file = await open(partPath(dataDir, id), 'wx', CONTENT_MODE)
    await file.chmod(CONTENT_MODE)
    onStep?.('made')
    return new IncomingFile(options, file)
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * Writes a part, which must not change until the promise resolves. Call it again only after that.
   */
  async write(part: Uint8Array): Promise<void> {
    const { onStep } = this.#options
    for (let at = 0; at < part.length; ) {
      const { bytesWritten } = await this.#file.write(part, at, part.length - at, this.#bytes)
      this.#hash.update(part.subarray(at, at + bytesWritten))
      at += bytesWritten
      this.#bytes += bytesWritten
    }
    onStep?.('written')
    if (this.#bytes < this.#roomAt) return
    this.#roomAt = this.#bytes + ROOM_BYTES
    await refuseWithoutRoom(this.#options)
  }

  /** Syncs the file and gives it its final name (F1). */
  async settle(): Promise<{ readonly bytes: number; readonly sha256: string }> {
    const { dataDir, id, onStep } = this.#options
    await this.#file.datasync()
    await this.#file.close()
    onStep?.('synced')
    await rename(partPath(dataDir, id), filePath(dataDir, id))
    onStep?.('named')
    const directory = await open(fileDirectory(dataDir), 'r')
    await directory.sync().finally(() => directory.close())
    this.#isSettled = true
    onStep?.('settled')
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }

  /** Deletes the content, even after `settle` if nothing refers to it. */
  async abandon(): Promise<void> {
    const { dataDir, id } = this.#options
    if (!this.#isSettled) await this.#file.close().catch(() => undefined)
    await rm(partPath(dataDir, id), { force: true })
    await rm(filePath(dataDir, id), { force: true })
  }
}

async function refuseWithoutRoom(options: IncomingFileOptions): Promise<void> {
  if (await findsRoomFor(options, options.use, ROOM_BYTES)) return
  throw new NoRoomForFileError('the disk is nearly full')
}
