import type { MissingContent } from '../../storage/files/file-sweep.js'

/** A second place for contents of files, outside this machine's disk. A single server has none. */
export interface FileContents {
  /** Resolves when the bytes from a place on are stored, so that a row may count them. */
  keep(id: string, from: number, to: number): Promise<void>
  /** Copies missing contents to this disk. Returns those that are complete. */
  bring(missing: readonly MissingContent[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}
