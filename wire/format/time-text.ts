/** A cache of formatted times, because records of a turn share the same time. */
const TIMES_HELD = 16
const timesMs = new Float64Array(TIMES_HELD).fill(-1)
const timesText: string[] = new Array(TIMES_HELD).fill('')

export function timeText(ms: number): string {
  const slot = ms % TIMES_HELD
  if (timesMs[slot] !== ms) {
    timesMs[slot] = ms
    timesText[slot] = new Date(ms).toISOString()
  }
  return timesText[slot] as string
}

export function timeOrNull(ms: number | null): string | null {
  return ms === null ? null : timeText(ms)
}
