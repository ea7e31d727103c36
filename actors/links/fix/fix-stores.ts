import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from '../../../storage/durable-files.js'
import { FixSessionStore } from '../../../storage/fix/session-store.js'
import type { FixSessionSettings } from '../../../wire/fix/session/settings.js'
import type { FixReservations } from './fix-reservations.js'

/**
 * The session files of the links thread: one for each connection and its CompIDs, because numbers
 * belong to two parties. They stay open as long as the thread lives, so a closing connection and
 * its successor use the same object.
 */
type FixKind = 'gateway' | 'datafeed'
export type FixOwner = `${FixKind}-${number}`

export class FixStores {
  readonly #directory: string
  readonly #reservations: FixReservations | undefined
  readonly #open = new Map<string, FixSessionStore>()

  /** `reservations` is for a node of a cluster. */
  constructor(directory: string, reservations?: FixReservations) {
    this.#directory = directory
    this.#reservations = reservations
  }

  storeOf(owner: FixOwner, settings: FixSessionSettings): FixSessionStore {
    const name = `${owner}-${idsDigest(settings)}.fix`
    const known = this.#open.get(name)
    if (known !== undefined) return known
    const made = mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    if (made !== undefined) syncPath(dirname(made))
    const store = FixSessionStore.open(join(this.#directory, name))
    this.#open.set(name, store)
    this.#reservations?.begin(name, store)
    store.onKept = (numbers) => this.#reservations?.kept(name, numbers)
    return store
  }

  /** Deletes the numbers of a deleted connection. */
  forget(owner: FixOwner): void {
    for (const [name, store] of this.#open) {
      if (!name.startsWith(`${owner}-`)) continue
      store.close()
      this.#open.delete(name)
    }
    for (const name of this.#names()) {
      if (name.startsWith(`${owner}-`)) rmSync(join(this.#directory, name), { force: true })
    }
  }

  /** Deletes the files of all connections of a kind except those with the given ids. */
  keepOnly(kind: FixKind, ids: readonly number[]): void {
    for (const name of this.#names()) {
      const id = new RegExp(`^${kind}-(\\d+)-`).exec(name)?.[1]
      if (id !== undefined && !ids.includes(Number(id))) this.forget(`${kind}-${Number(id)}`)
    }
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#directory)
    } catch {
      return []
    }
  }
}

function idsDigest({ sender, senderSub, target, targetSub }: FixSessionSettings): string {
  const ids = JSON.stringify([sender, senderSub, target, targetSub])
  return createHash('sha256').update(ids).digest('hex').slice(0, 16)
}
