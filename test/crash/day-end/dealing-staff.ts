import type { Prng } from '../../../engine/numbers/prng.js'
import { pause, type ServerProcess, type StaffSession } from '../server-process.js'
import type { ExactDays } from './exact-days.js'
import { FIRST_LOGIN, SYMBOLS } from './holders.js'

const LANES = 4
/** Their group is netting: what adds there is averaged, and not by this test. */
const NETTING_EVERY = 5
/** Under the limit of a session. */
const RESTS_MS = 25
/** After the end of the server. */
const GIVEN_UP_MS = 2_000

/** Opens and closes positions of random accounts for as long as the server answers. */
export class DealingStaff {
  #isStopped = false
  #dealt = 0
  readonly #lanes: readonly Promise<void>[]
  readonly #server: ServerProcess

  constructor(
    server: ServerProcess,
    signIn: Promise<StaffSession>,
    exact: ExactDays,
    accounts: number,
    prng: Prng,
  ) {
    this.#server = server
    const lane = async (): Promise<void> => {
      const session = await signIn.catch(() => undefined)
      if (session === undefined) return
      while (!this.#isStopped && !server.hasExited) {
        const login = loginOf(prng, accounts)
        const held = [...(exact.accounts.get(login)?.positions.keys() ?? [])]
        const position_id = held[prng.below(Math.max(1, held.length))]
        const isClose = held.length > 2 && prng.below(2) === 0
        const symbol = SYMBOLS[prng.below(SYMBOLS.length)]
        const volume = `0.${String(1 + prng.below(40)).padStart(2, '0')}`
        const side = prng.below(2) === 0 ? 'buy' : 'sell'
        const open = { kind: 'open', symbol, side, volume }
        const trade = isClose ? { kind: 'close', position_id } : open
        try {
          const what = `POST /admin/v1/accounts/${login}/trade`
          if ((await server.ask(what, session, trade)).code === 'ok') this.#dealt++
        } catch {
          return
        }
        await pause(RESTS_MS)
      }
    }
    this.#lanes = Array.from({ length: LANES }, lane)
  }

  /**
   * Answers how many deals they heard of. A request that was on its way when the server was killed is not waited for
   * without end: it may hear nothing more, and nothing else would keep this process alive.
   */
  async stop(): Promise<number> {
    this.#isStopped = true
    await Promise.race([
      Promise.all(this.#lanes),
      this.#server.exited.then(() => pause(GIVEN_UP_MS)),
    ])
    return this.#dealt
  }
}

function loginOf(prng: Prng, accounts: number): number {
  const index = prng.below(accounts)
  return FIRST_LOGIN + (index % NETTING_EVERY === 0 ? index + 1 : index)
}
