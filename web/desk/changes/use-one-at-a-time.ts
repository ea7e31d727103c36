import { useRef } from 'preact/hooks'

/** Prevents a handler from running twice at the same time. Calls during a run are ignored. */
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
