import { pause, type ServerProcess, type Signature } from '../server-process.js'

/** One thing that a member of staff asks for under an idempotency key, and that comes to its end after it was answered. */
export interface DeskTask {
  readonly what: string
  /** Like `POST /admin/v1/mail`. */
  readonly path: string
  readonly body: object
  /** What each answer says alike; undefined where it does not say it. */
  told(data: Data): string | undefined
  /** Waits for its end, and tells what is wrong with it. */
  audit(at: AtWork, data: Data): Promise<readonly string[]>
}

/** The active node, and who asks there. */
export interface AtWork {
  readonly server: ServerProcess
  readonly staff: Signature
}

export type Data = Readonly<Record<string, unknown>>

/** Between two looks at what comes to its end, and two requests of which the first was not answered. */
export const LOOK_MS = 100
/** Longer than the minute after which an e-mail is tried again that a harm made fail. */
const ENDED_MAX_MS = 90_000

/** What `look` finds at its end, which `isOver` knows, or at last where that is not in time. */
export async function ended<T>(look: () => Promise<T>, isOver: (found: T) => boolean): Promise<T> {
  const giveUpAt = performance.now() + ENDED_MAX_MS
  for (;;) {
    const found = await look()
    if (isOver(found) || performance.now() > giveUpAt) return found
    await pause(LOOK_MS)
  }
}
