import { readFile } from 'node:fs/promises'
import { filePath } from '../../storage/paths.js'
import type { StoredFile } from '../../wire/stored/stored-file.js'

/** Caches small files that everyone reads, such as brand images, up to a total size. */
const BYTES_MAX = 16 * 1024 * 1024

type File = Pick<StoredFile, 'id' | 'bytes'>

export class KeptContents {
  readonly #dataDir: string
  /** Contents by file id, least recently read first; the content of an id never changes. */
  readonly #known = new Map<string, { readonly content: Promise<Uint8Array>; bytes: number }>()
  #bytes = 0

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Reads a content; null if the file was deleted. */
  async read(file: File): Promise<Uint8Array | null> {
    const { id } = file
    const known = this.#known.get(id) ?? this.#begin(file)
    this.#known.delete(id)
    this.#known.set(id, known)
    try {
      return await known.content
    } catch (error) {
      this.#forget(id)
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return null
    }
  }

  #begin({ id, bytes }: File) {
    for (const old of this.#known.keys()) {
      if (this.#bytes + bytes <= BYTES_MAX) break
      this.#forget(old)
    }
    this.#bytes += bytes
    return { content: readFile(filePath(this.#dataDir, id)), bytes }
  }

  #forget(id: string): void {
    const known = this.#known.get(id)
    if (known === undefined) return
    this.#known.delete(id)
    this.#bytes -= known.bytes
  }
}
