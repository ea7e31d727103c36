import type { StaffConnection } from './staff-connection.js'
import type { StaffAnswer } from './staff-op.js'

/** Runs the work of each socket one task after the other. */
export class SocketTurns {
  readonly #last = new WeakMap<StaffConnection, Promise<unknown>>()

  /**
   * Sends the answer of `work` when its turn has come, unless the socket has ended. `work` must not
   * reject.
   */
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
