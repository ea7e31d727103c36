/**
 * Work of a thread that others want something of as well: a step in each turn of its event loop. Answers what
 * the work comes to.
 */
export async function inSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    await nextTurn()
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** What else the thread has to do comes first. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
