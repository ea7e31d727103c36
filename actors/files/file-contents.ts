import type { MissingContent } from '../../storage/files/file-sweep.js'

/** Where contents of files are kept beside this machine's disk; a server alone has no such place. */
export interface FileContents {
  /** Resolves when the bytes from a place of a content on are kept: a row may count them then. */
  keep(id: string, from: number, to: number): Promise<void>
  /** Brings contents here that rows count and the disk lacks; answers those that are whole. */
  bring(missing: readonly MissingContent[]): Promise<ReadonlySet<string>>
  close(): Promise<void>
}
