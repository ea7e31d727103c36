import { wait } from '../link/clock.js'

/** A repeated press counts only after the first has finished, and after this time. */
export const PAUSE_MS = 300
const pressed = new Set<string>()

/**
 * Runs the action unless a press with the same name is still in progress. A held key or double
 * click counts once.
 */
export async function once(press: string, run: () => Promise<unknown>): Promise<void> {
  if (pressed.has(press)) return
  pressed.add(press)
  const pause = wait(PAUSE_MS)
  await Promise.allSettled([run()])
  void pause.then(() => pressed.delete(press))
}
