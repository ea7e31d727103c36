import { wait } from '../link/clock.js'

/** A second press of the same thing counts again only when the first is over, and after so long. */
export const PAUSE_MS = 300
const pressed = new Set<string>()

/** Runs it, unless a press of that name is still on its way: a held key and a double click are one press. */
export async function once(press: string, run: () => Promise<unknown>): Promise<void> {
  if (pressed.has(press)) return
  pressed.add(press)
  const pause = wait(PAUSE_MS)
  await Promise.allSettled([run()])
  void pause.then(() => pressed.delete(press))
}
