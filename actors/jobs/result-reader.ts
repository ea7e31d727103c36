import { type FileHandle, open } from 'node:fs/promises'
import type { Refusal } from '../../engine/code.js'
import { FILE_READERS_MAX, FILE_READERS_PER_LOGIN_MAX } from '../../engine/limits/files.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { filePath } from '../../storage/paths.js'
import type { ByteSource } from '../../wire/answer/byte-source.js'
import type { StoredFile } from '../../wire/stored/stored-file.js'
import type { Success } from '../thread/ask.js'
import { Tally } from '../thread/tally.js'

const PART_BYTES = 64 * 1024

/**
 * Downloads of files. Each has one part in memory and an open file, so their number is limited per
 * login and in total. Files are read asynchronously.
 */
export class ResultReaders {
  readonly #dataDir: string
  readonly #open = new Tally()

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  get open(): number {
    return this.#open.all
  }

  async read(
    login: Login,
    { id, bytes }: Pick<StoredFile, 'id' | 'bytes'>,
  ): Promise<Success<ByteSource> | Refusal> {
    const refusal = this.#enter(login)
    if (refusal !== null) return refusal
    try {
      const file = await open(filePath(this.#dataDir, id), 'r')
      return { ok: true, value: new FileSource(file, bytes, () => this.#open.remove(login)) }
    } catch (error) {
      this.#open.remove(login)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return because('not_found.file_gone')
    }
  }

  /** Sends a text from memory with the same limits as files; `sent` is called at the end. */
  hold(login: Login, text: string, sent: () => void): Success<ByteSource> | Refusal {
    const refusal = this.#enter(login)
    if (refusal !== null) return refusal
    return { ok: true, value: new TextSource(text, sent, () => this.#open.remove(login)) }
  }

  #enter(login: Login): Refusal | null {
    const own = this.#open.of(login)
    if (own >= FILE_READERS_PER_LOGIN_MAX) {
      return because('too_many_requests.files', { count: own })
    }
    if (this.#open.all >= FILE_READERS_MAX) {
      return because('unavailable.files_read')
    }
    this.#open.add(login)
    return null
  }
}

class FileSource implements ByteSource {
  readonly bytes: number
  readonly #file: FileHandle
  readonly #part: Buffer
  readonly #left: () => void
  #at = 0
  #isClosed = false

  constructor(file: FileHandle, bytes: number, left: () => void) {
    this.#file = file
    this.bytes = bytes
    this.#part = Buffer.allocUnsafe(Math.min(PART_BYTES, bytes))
    this.#left = left
  }

  async next(): Promise<Uint8Array | null> {
    const wanted = Math.min(this.#part.length, this.bytes - this.#at)
    if (wanted === 0 || this.#isClosed) return null
    const { bytesRead } = await this.#file.read(this.#part, 0, wanted, this.#at)
    if (bytesRead === 0) throw new Error('the file is shorter than its row says')
    this.#at += bytesRead
    return this.#part.subarray(0, bytesRead)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#left()
    // Waits for running reads. An error when closing a file that was only read has no effect.
    this.#file.close().catch(() => undefined)
  }
}

class TextSource implements ByteSource {
  readonly bytes: number
  readonly sent: () => void
  readonly #left: () => void
  #rest: Uint8Array
  #isClosed = false

  constructor(text: string, sent: () => void, left: () => void) {
    this.#rest = Buffer.from(text)
    this.bytes = this.#rest.length
    this.sent = sent
    this.#left = left
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#rest.length === 0 || this.#isClosed) return null
    const part = this.#rest.subarray(0, PART_BYTES)
    this.#rest = this.#rest.subarray(PART_BYTES)
    return part
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#left()
  }
}
