import type { Refusal } from '../../engine/code.js'
import {
  UPLOADS_KEPT_FOR_STAFF,
  UPLOADS_MAX,
  UPLOADS_PER_LOGIN_MAX,
} from '../../engine/limits/files.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import {
  type FileStep,
  IncomingFile,
  NoRoomForFileError,
} from '../../storage/files/incoming-file.js'
import { LogError } from '../../storage/log/log.js'
import type { FileKind, StoredFile } from '../../wire/stored/stored-file.js'
import { accept, type Outcome } from '../thread/ask.js'
import { NOTHING_STORED } from '../thread/no-room.js'
import { fileId } from '../thread/random.js'
import { Tally } from '../thread/tally.js'
import type { FileContents } from './file-contents.js'
import type { FilesDeskAsker, KeeperOperations } from './file-keeper.js'

/**
 * Uploads from clients into the store. Each has an open file and a part in memory, so their number
 * is limited per login and in total, with a share reserved for staff.
 */
export interface UploadsOptions {
  readonly dataDir: string
  readonly reserveBytes: number
  readonly desk: FilesDeskAsker
  /** Called when a file may be deleted from disk. */
  onLeftFile(): void
  /** The second place of contents; undefined for a single server. */
  readonly contents?: FileContents | undefined
  /** Called at each step, so that a drill can stop the server there. */
  readonly onStep?: (step: FileStep) => void
}

export interface UploadAsk {
  readonly owner: Login
  readonly isStaff: boolean
  readonly kind: FileKind
  /** The number of bytes; null if not known in advance. */
  readonly bytes: number
}

export class Uploads {
  readonly #options: UploadsOptions
  readonly #open = new Tally()

  constructor(options: UploadsOptions) {
    this.#options = options
  }

  get open(): number {
    return this.#open.all
  }

  /** Reserves a place for an upload until it ends; writes nothing yet. */
  async begin(asked: UploadAsk): Promise<Outcome<Upload>> {
    const { owner, kind, bytes } = asked
    const refusal = this.#refuseOneMore(asked)
    if (refusal !== null) return refusal
    this.#open.add(owner)
    try {
      const may = await this.#options.desk.ask('files.may', { owner, kind, bytes })
      if (may.ok) return accept(new Upload(this.#options, asked, () => this.#open.remove(owner)))
      this.#open.remove(owner)
      return may
    } catch (error) {
      this.#open.remove(owner)
      throw error
    }
  }

  /** Stores a content from memory as an unclaimed file. */
  async keep(
    asked: Omit<UploadAsk, 'bytes'>,
    content: Uint8Array,
    said: Pick<StoredFile, 'name' | 'media'>,
  ): Promise<Outcome<StoredFile>> {
    const begun = await this.begin({ ...asked, bytes: content.length })
    if (!begun.ok) return begun
    const upload = begun.value
    const refusal = content.length === 0 ? null : await upload.write(content)
    const stored = refusal ?? (await upload.store(said))
    // A stored upload has ended already, so `abandon` must not be called.
    if (!stored.ok) await upload.abandon()
    return stored
  }

  #refuseOneMore({ owner, isStaff }: UploadAsk): Refusal | null {
    if (this.#open.of(owner) >= UPLOADS_PER_LOGIN_MAX) {
      return because('too_many_requests.uploads', { max: UPLOADS_PER_LOGIN_MAX })
    }
    const max = isStaff ? UPLOADS_MAX : UPLOADS_MAX - UPLOADS_KEPT_FOR_STAFF
    if (this.#open.all < max) return null
    return because('unavailable.uploads')
  }
}

/** An upload, which either `store` or `abandon` ends once. */
export class Upload {
  readonly #options: UploadsOptions
  readonly #asked: UploadAsk
  readonly #left: () => void
  readonly #id = fileId()
  #file: IncomingFile | undefined
  #isOver = false

  constructor(options: UploadsOptions, asked: UploadAsk, left: () => void) {
    this.#options = options
    this.#asked = asked
    this.#left = left
  }

  /** Writes the next part; its bytes must not change until it is written. */
  async write(part: Uint8Array): Promise<Refusal | null> {
    try {
      const { dataDir, reserveBytes, onStep } = this.#options
      const use = this.#asked.isStaff ? 'staff' : 'traders'
      const begun = { dataDir, id: this.#id, reserveBytes, use, onStep } as const
      this.#file ??= await IncomingFile.begin(begun)
      await this.#file.write(part)
      return null
    } catch (error) {
      return refuseFull(error)
    }
  }

  /** Makes an unclaimed file of the written bytes. */
  async store(said: Pick<StoredFile, 'name' | 'media'>): Promise<Outcome<StoredFile>> {
    if (this.#file === undefined) return because('invalid_input.empty_file')
    const { owner, kind } = this.#asked
    let settled: Awaited<ReturnType<IncomingFile['settle']>>
    try {
      settled = await this.#file.settle()
      await this.#options.contents?.keep(this.#id, 0, settled.bytes)
    } catch (error) {
      await this.abandon()
      return refuseFull(error)
    }
    const arrived = { ...said, id: this.#id, owner, kind, ...settled }
    const added = await this.#ask('files.add', arrived)
    if (added.ok || (await this.#mayHaveRow(added))) this.#end()
    else await this.abandon()
    return added
  }

  /** Ends the upload and deletes the written bytes. */
  async abandon(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    try {
      await this.#file?.abandon()
    } finally {
      this.#left()
    }
  }

  /** Removes the stored file, unless it was claimed. */
  async drop(): Promise<void> {
    const dropped = await this.#ask('files.drop', { id: this.#id })
    if (dropped.ok && dropped.value) this.#options.onLeftFile()
  }

  /**
   * True if the file's row may exist. The content then stays until the row expires, or until a
   * start finds no row.
   */
  async #mayHaveRow({ code }: Refusal): Promise<boolean> {
    if (code !== 'unavailable') return false
    const dropped = await this.#ask('files.drop', { id: this.#id })
    if (dropped.ok && dropped.value) this.#options.onLeftFile()
    return !dropped.ok || dropped.value
  }

  /** Sends a request to the desk. If the desk ends meanwhile, the outcome is unknown. */
  async #ask<Name extends 'files.add' | 'files.drop'>(
    name: Name,
    request: KeeperOperations[Name]['request'],
  ): Promise<Outcome<KeeperOperations[Name]['answer']>> {
    try {
      return await this.#options.desk.ask(name, request)
    } catch {
      return because('unavailable.busy_start')
    }
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#left()
  }
}

function refuseFull(error: unknown): Refusal {
  const { code } = error as NodeJS.ErrnoException
  if (error instanceof LogError) {
    return because('unavailable.file_databases')
  }
  if (error instanceof NoRoomForFileError || code === 'ENOSPC' || code === 'EDQUOT') {
    return NOTHING_STORED
  }
  throw error
}
