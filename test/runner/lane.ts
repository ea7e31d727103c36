import t, { type Test } from 'tap'

/**
 * Several test files in one process, one after the other. Each is a test of its own: `lanes.ts` compiles a file so that
 * its `import t from 'tap'` is that test, and what the file registers for its end happens when the file ends.
 *
 *   G1. What `shared` starts lives until the last file of the process has ended.
 */
type Teardown = { teardown(run: () => unknown): unknown }

let file: Test | undefined
let isLane = false
const started = new Map<string, Promise<unknown>>()
const ends: (() => unknown)[] = []

/** The test of the file that is being loaded. */
export function fileTest(): Test | typeof t {
  return file ?? t
}

export async function runLane(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  isLane = true
  for (const [name, load] of Object.entries(files)) {
    const before = process.cpuUsage()
    await t.test(name, async (own) => {
      file = own
      await load()
    })
    const { user, system } = process.cpuUsage(before)
    t.comment(`processor ${(user + system) / 1e6}`)
  }
  for (const end of ends.toReversed()) await end()
}

/** Starts something under a name once in a process. A file that runs alone ends it; in a lane the last file does. */
export function shared<T>(name: string, test: Teardown, start: (test: Teardown) => T): T {
  const owner = isLane ? { teardown: (run: () => unknown) => ends.push(run) } : test
  const known = started.get(name) as T | undefined
  if (known !== undefined) return known
  const made = start(owner)
  started.set(name, made as Promise<unknown>)
  return made
}
