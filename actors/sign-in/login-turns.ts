import type { Login } from '../../engine/units.js'

/**
 * Runs tasks of the same login one after the other; the number of waiting tasks is not limited
 * here.
 */
export class LoginTurns {
  readonly #last = new Map<Login, Promise<unknown>>()

  /** Runs `work` after the earlier tasks of the login, however they ended. */
  take<T>(login: Login, work: () => Promise<T>): Promise<T> {
    const mine = (this.#last.get(login) ?? Promise.resolve()).then(work, work)
    this.#last.set(login, mine)
    const done = (): void => {
      if (this.#last.get(login) === mine) this.#last.delete(login)
    }
    mine.then(done, done)
    return mine
  }
}
