import { useRef } from 'preact/hooks'

/** Runs once at a time, by whatever key or button: what is asked for meanwhile is not done. */
export function useOneAtATime<Args extends readonly unknown[]>(
  run: (...args: Args) => Promise<void>,
) {
  const isRunning = useRef(false)
  const start = async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run(...args)
    } finally {
      isRunning.current = false
    }
  }
  return { start, isRunning }
}
