import type { StaffConnection } from './staff-connection.js'
import type { StaffAnswer } from './staff-op.js'

/** Carries out the work of each socket one piece after the other. */
export class SocketTurns {
  readonly #last = new WeakMap<StaffConnection, Promise<unknown>>()

  /** Answers what `work` does once its turn has come, or nothing if the socket has ended. May not reject. */
  take(connection: StaffConnection, work: () => Promise<StaffAnswer>): Promise<StaffAnswer> {
    const before = this.#last.get(connection)
    const carriedOut = async (): Promise<StaffAnswer> => {
      await before
      return connection.state.kind === 'live' ? work() : 'answered'
    }
    const turn = carriedOut()
    this.#last.set(connection, turn)
    return turn
  }
}
