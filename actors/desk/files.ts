import { assert } from '../../engine/assert.js'
import type { Refusal } from '../../engine/code.js'
import type { AccountClass } from '../../engine/config/account-class.js'
import { FILES_BYTES_MAX, UNCLAIMED_FILE_MS } from '../../engine/limits/files.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import {
  type ArrivedFile,
  FILE_BOUNDS,
  type FileKind,
  KEPT_FOR_STAFF_PART,
  type StoredFile,
} from '../../wire/stored/stored-file.js'
import { accept, type OperationsOf, type Outcome } from '../thread/ask.js'
import { accountClasses } from './account-classes.js'
import { SYSTEM } from './actor.js'
import type { Desk } from './desk.js'
import { UploadedBytes } from './uploaded-bytes.js'

/**
 * Rows of the files that are stored for users. actors/files writes and deletes their contents.
 *
 *   - A file gets its row once its content is on disk, within the limits of its owner, its kind and
 *     the total.
 *   - An uploaded file belongs to no record at first, and is deleted after an hour. The change that
 *     refers to it claims it (`FileShelf`).
 *   F3. A file is deleted in steps: its row becomes `gone`, then its content is deleted, then the
 *       row.
 *   F4. A file of a kind without expiry stays as long as it has references. Their count is updated
 *       in the changes that add or remove references, and the change that removes the last one
 *       deletes the file.
 */

export interface FileAsk {
  readonly owner: Login
  readonly kind: FileKind
  readonly bytes: number
}

/** A file as its referring record knows it. */
export interface OwnFile {
  readonly id: string
  readonly owner: Login
  readonly kind: FileKind
}

const AT_ONCE = 1000
/** The maximum number of lost files that a journal line names. */
const NAMED_MAX = 20
const MIB = 1024 * 1024

export type FilesOperations = OperationsOf<ReturnType<typeof filesDesk>>

export function filesDesk(desk: Desk) {
  const { files } = desk.tables
  const shelf = new FileShelf(desk)
  const brought = new UploadedBytes(desk)
  const marked = (ids: readonly string[], state: 'lost' | 'whole'): void => {
    for (const id of ids) {
      const file = files.get(id)
      if (file !== undefined && file.state !== 'gone') files.update(file, { state })
    }
  }
  return {
    /** Checks before an upload if its bytes are allowed; stores nothing. */
    'files.may': (asked: FileAsk): Outcome<true> =>
      brought.refuse(asked) ?? shelf.refuseMore(asked) ?? accept(true),
    'files.add': (arrived: ArrivedFile): Outcome<StoredFile> => {
      const refusal = brought.refuse(arrived)
      if (refusal !== null) return refusal
      const added = desk.change(() => shelf.add(arrived))
      if (added.ok) brought.add(arrived)
      return added
    },
    'files.claim': (own: OwnFile): Outcome<StoredFile> => desk.change(() => shelf.claim(own)),
    /** Removes an unclaimed file. Returns false if there is none. */
    'files.drop': ({ id }: { readonly id: string }): Outcome<boolean> => {
      if (files.get(id)?.state !== 'new') return accept(false)
      return desk.change(() => {
        files.markGone(id)
        return accept(true)
      })
    },
    /** Removes expired files and returns their number. */
    'files.expire': (): Outcome<number> =>
      desk.change(() => accept(files.expireUntil(desk.clock.now(), AT_ONCE))),
    /** Returns some of the files whose contents must be deleted from disk. */
    'files.gone': (): Outcome<readonly string[]> => accept(files.gone(AT_ONCE)),
    /** Removes the rows of files whose contents were deleted, and returns their number. */
    'files.forget': ({ ids }: { readonly ids: readonly string[] }): Outcome<number> =>
      desk.change(() => accept(ids.filter((id) => files.forget(id)).length)),
    /** Returns whether any file has a row. */
    'files.any': (): Outcome<boolean> => accept(files.any()),
    /** Marks files whose contents were missing at a start, and those that were found again. */
    'files.swept': ({
      lost,
      found,
    }: {
      readonly lost: readonly string[]
      readonly found: readonly string[]
    }): Outcome<null> => {
      if (lost.length + found.length === 0) return accept(null)
      return desk.change((journal) => {
        marked(lost, 'lost')
        marked(found, 'whole')
        const named = lost.slice(0, NAMED_MAX).join(', ')
        const more = lost.length > NAMED_MAX ? ' and more' : ''
        const text = `The contents of ${lost.length} files are not there: ${named}${more}`
        if (lost.length > 0) journal(SYSTEM, { kind: 'job', text })
        return accept(null)
      })
    },
  }
}

/** The operations on files for other parts of the desk, called inside their changes. */
export class FileShelf {
  readonly #desk: Pick<Desk, 'clock' | 'db' | 'tables'>
  readonly #classOf: (owner: Login) => AccountClass

  constructor(desk: Pick<Desk, 'clock' | 'db' | 'tables'>) {
    this.#desk = desk
    this.#classOf = accountClasses(desk)
  }

  /** Adds the row of a file whose content follows later. */
  begin(file: OwnFile & Pick<StoredFile, 'name' | 'media'>): Outcome<StoredFile> {
    const refusal = this.refuseMore({ ...file, bytes: 0 })
    if (refusal !== null) return refusal
    const created_at = this.#desk.clock.now()
    const empty = { bytes: 0, sha256: null, expires_at: null }
    const begun: StoredFile = { ...file, ...empty, state: 'growing', created_at }
    this.#desk.tables.files.insert(begun)
    return accept(begun)
  }

  /** Refuses if a growing file may not have this many bytes. */
  refuseGrowth(id: string, bytes: number): Refusal | null {
    const file = this.#desk.tables.files.get(id)
    if (file?.state !== 'growing') return because('not_found.growing_file', { id })
    return this.#refuseBytes(file, bytes, file.bytes)
  }

  /** Sets the counted bytes of a growing file. */
  grow(id: string, bytes: number): void {
    const file = this.#desk.tables.files.get(id)
    assert(file?.state === 'growing', 'a file that grows is there')
    this.#desk.tables.files.update(file, { bytes })
  }

  /** Marks a growing file as complete, with its digest. */
  finish(id: string, sha256: string): void {
    const file = this.#desk.tables.files.get(id)
    if (file?.state !== 'growing') return
    this.#desk.tables.files.update(file, {
      state: 'whole',
      sha256,
      expires_at: this.#keptUntil(file.kind),
    })
  }

  add(arrived: ArrivedFile): Outcome<StoredFile> {
    const refusal = this.refuseMore(arrived)
    if (refusal !== null) return refusal
    const now = this.#desk.clock.now()
    const times = { created_at: now, expires_at: now + UNCLAIMED_FILE_MS }
    const { id, owner, kind, name, media, bytes, sha256 } = arrived
    const added: StoredFile = {
      id,
      owner,
      kind,
      name,
      media,
      bytes,
      sha256,
      ...times,
      state: 'new',
    }
    this.#desk.tables.files.insert(added)
    return accept(added)
  }

  /** Claims an uploaded file: once, by its owner, for the purpose for which it was uploaded. */
  claim({ id, owner, kind }: OwnFile): Outcome<StoredFile> {
    const file = this.#desk.tables.files.get(id)
    const isOwn = file?.owner === owner && file.kind === kind && file.state === 'new'
    if (!isOwn) return because('not_found.new_file', { id })
    const expires_at = this.#keptUntil(kind)
    return accept(this.#desk.tables.files.update(file, { state: 'whole', expires_at }))
  }

  /** Counts further references to a claimed file, which stays as long as it has references (F4). */
  refer(id: string, count = 1): void {
    const file = this.#desk.tables.files.get(id)
    assert(file?.state === 'whole' && file.expires_at === null, 'a file that stays is referred to')
    this.#desk.tables.files.refer(id, count)
  }

  /** Removes references, and the file with the last one; true if the file was removed. */
  release(id: string, count = 1): boolean {
    this.#desk.tables.files.refer(id, -count)
    return this.#desk.tables.files.goUnlessReferred(id)
  }

  drop(id: string): void {
    if (id !== '') this.#desk.tables.files.markGone(id)
  }

  bytesOf(kind: FileKind): number {
    return this.#desk.tables.files.sumsOfKind(kind).bytes
  }

  /** Refuses a file of this many bytes if its owner or all files together would exceed a limit. */
  refuseMore({ owner, kind, bytes }: FileAsk): Refusal | null {
    const bounds = FILE_BOUNDS[kind]
    if (this.#desk.tables.files.sumsOfOwner(kind, owner).files >= bounds.ownerFilesMax) {
      return because('conflict.files_max', { max: bounds.ownerFilesMax })
    }
    const { files } = this.#desk.tables.files.sumsOfKind(kind)
    if (files >= openTo(this.#classOf(owner), bounds.allFilesMax)) return FULL
    return this.#refuseBytes({ owner, kind }, bytes, 0)
  }

  /** Refuses a size above a limit. `had` bytes are already counted. */
  #refuseBytes(
    { owner, kind }: Pick<StoredFile, 'owner' | 'kind'>,
    bytes: number,
    had: number,
  ): Refusal | null {
    const { bytesMax, ownerBytesMax, allBytesMax } = FILE_BOUNDS[kind]
    if (bytes > bytesMax) {
      return because('too_large.file_mib', { max: bytesMax / MIB })
    }
    const more = bytes - had
    const of = this.#classOf(owner)
    const ownerMax = ownerBytesMax[of]
    if (this.#desk.tables.files.sumsOfOwner(kind, owner).bytes + more > ownerMax) {
      return because('conflict.files_bytes_max', { mib: ownerMax / MIB })
    }
    const isFull =
      this.#desk.tables.files.sumsOfKind(kind).bytes + more > openTo(of, allBytesMax) ||
      this.#desk.tables.files.sums().bytes + more > openTo(of, FILES_BYTES_MAX)
    return isFull ? FULL : null
  }

  #keptUntil(kind: FileKind): number | null {
    const { keptMs } = FILE_BOUNDS[kind]
    return keptMs === null ? null : this.#desk.clock.now() + keptMs
  }
}

/** The part of a total limit that a class may use: staff may use all of it. */
function openTo(of: AccountClass, max: number): number {
  return of === 'staff' ? max : max - max / KEPT_FOR_STAFF_PART
}

const FULL = because('unavailable.files_full')
