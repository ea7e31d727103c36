import type { ConfigChange } from '../../engine/config/book-records.js'
import type { OpenedKindName, OpenedList, OpenedLists } from '../../engine/config/opened-records.js'
import type { DeskOperations } from '../desk/operations.js'
import type { Outcome } from '../thread/ask.js'

/**
 * Passes decrypted secrets of settings to the thread that uses them.
 *
 *   - They are read from the desk at each start of the thread and after each change of their
 *     records. No thread in between keeps a copy.
 *   - While the desk does not answer, the read is retried.
 */
export interface OpenedSettingsOptions<Kinds extends OpenedKindName> {
  readonly kinds: readonly Kinds[]
  ask(
    name: 'config.opened',
    request: { readonly kind: OpenedKindName },
  ): Promise<Outcome<DeskOperations['config.opened']['answer']>>
  tell(opened: OpenedList): void
  later(part: string, run: () => void): void
}

export class OpenedSettings<Kinds extends OpenedKindName> {
  readonly #options: OpenedSettingsOptions<Kinds>

  constructor(options: OpenedSettingsOptions<Kinds>) {
    this.#options = options
  }

  /** The decrypted settings for a starting thread. */
  async all(): Promise<OpenedLists<Kinds>> {
    const { kinds, ask } = this.#options
    const lists = await Promise.all(kinds.map((kind) => ask('config.opened', { kind })))
    const read = lists.map((list, i) => {
      if (!list.ok) throw new Error(`the ${kinds[i]} cannot be read: ${list.message}`)
      return [kinds[i], list.value.records]
    })
    return Object.fromEntries(read) as OpenedLists<Kinds>
  }

  /** Sends the decrypted settings. Call it after the thread has received the change itself. */
  changed({ kind }: Pick<ConfigChange, 'kind'>): void {
    const own = this.#options.kinds.find((one) => one === kind)
    if (own !== undefined) void this.#send(own)
  }

  /** Sends all decrypted settings again. */
  async send(): Promise<void> {
    await Promise.all(this.#options.kinds.map((kind) => this.#send(kind)))
  }

  async #send(kind: Kinds): Promise<void> {
    const { ask, tell, later } = this.#options
    const opened = await ask('config.opened', { kind })
    if (opened.ok) tell(opened.value)
    else later(kind, () => void this.#send(kind))
  }
}
