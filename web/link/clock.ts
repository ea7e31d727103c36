/** The only clock of the pages, and the server's as far as it is known. */

let offsetMs = 0
/** Minutes that the server's wall clock is ahead of UTC. */
let wallMin = 0

export const monotonic = (): number => performance.now()

export function now(): number {
  return Date.now()
}

/** The server's time now, by the last answer to a ping. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

export function serverSaid(at: string, tookMs: number): void {
  offsetMs = Date.parse(at) + tookMs / 2 - Date.now()
}

export function serverWallMin(): number {
  return wallMin
}

export function serverWallSaid(minutes: number): void {
  wallMin = minutes
}

export function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function every(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => after(ms, resolve))
