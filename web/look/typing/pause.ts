import { useEffect, useRef } from 'preact/hooks'
import { after } from '../../link/clock.js'

/** Runs only the newest of the functions that it gets, after a pause. `null` runs none. */
export function usePause(): (ms: number, run: (() => void) | null) => void {
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  return (ms, run) => {
    stop.current()
    if (run !== null) stop.current = after(ms, run)
  }
}

/**
 * Starts `work` when `key` has not changed for `ms`, and again after the time that `work` returns.
 * `isNewest` tells `work` whether the key is still the same. An empty key starts nothing.
 */
export function useAfterPause(
  ms: number,
  key: string,
  work: (isNewest: () => boolean) => Promise<number | undefined>,
): void {
  useEffect(() => {
    if (key === '') return undefined
    let isOver = false
    let stop: () => void = () => undefined
    const begin = async () => {
      const againMs = await work(() => !isOver)
      if (!isOver && againMs !== undefined) stop = after(againMs, () => void begin())
    }
    stop = after(ms, () => void begin())
    return () => {
      isOver = true
      stop()
    }
  }, [key])
}
