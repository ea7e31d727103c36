import type { UnixMs } from '../../engine/units.js'

/** What a terminal keeps of its user: its own document, which nobody here reads. */
export interface StoredPreferences {
  /** A JSON object, as text. */
  readonly content: string
  /** 0 before the first save. */
  readonly version: number
  readonly updated_at: UnixMs | null
}
