/**
 * Runs long work on a shared thread: one step in each turn of the event loop. Returns the result of
 * the work.
 */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextTurn()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Lets other work of the thread run first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
