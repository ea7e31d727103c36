import type { Book } from '../../engine/book/compiled.js'
import type { ConfigChange } from '../../engine/config/book-records.js'

/** A thread, or several of a kind, that works with settings and is told of each change. */
export interface SettingsHearer {
  /** A change, in the order of their versions, before the front goes on with anything else. */
  config(change: ConfigChange): void
  /** After the server's own book has the change, too. */
  changed?(change: ConfigChange): void
  /** All settings: after the desk was away a change may have been stored and not told. */
  anew(book: Book): void | Promise<void>
}
