import type { Book } from '../../engine/book/compiled.js'
import type { ConfigChange } from '../../engine/config/book-records.js'

/** A thread, or several of a kind, that receives each change of settings. */
export interface SettingsReceiver {
  /** Sends a change, in the order of versions, before the front continues. */
  config(change: ConfigChange): void
  /** Called after the server's own book has the change. */
  changed?(change: ConfigChange): void
  /**
   * Sends all settings again: a change may have been stored but not sent while the desk was down.
   */
  reload(book: Book): void | Promise<void>
}
