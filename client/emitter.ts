/** Calls event listeners by name. If a listener throws, the others are still called. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<(data: never) => void>>()
  readonly #failed: (error: unknown, name: keyof Events) => void

  constructor(failed: (error: unknown, name: keyof Events) => void) {
    this.#failed = failed
  }

  /** Adds a listener. Returns a function that removes it. */
  on<Name extends keyof Events>(name: Name, listener: (data: Events[Name]) => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }

  emit<Name extends keyof Events>(name: Name, data: Events[Name]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        ;(listener as (data: Events[Name]) => void)(data)
      } catch (error) {
        this.#failed(error, name)
      }
    }
  }
}
