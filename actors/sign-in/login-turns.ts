import type { Login } from '../../engine/units.js'

/** Works one after the other for each login; it holds as many waiting works as are asked for. */
export class LoginTurns {
  readonly #last = new Map<Login, Promise<unknown>>()

  /** Does `work` when those before it are done, however they ended. */
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
