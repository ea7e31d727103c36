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
const started = new Map<string, unknown>()
const ends: (() => unknown)[] = []

/** The test of the file that is being loaded. */
export function fileTest(): Test | typeof t {
  return file ?? t
}

export async function runLane(
  files: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  isLane = true
  // The bound is for each file, not for all of them.
  const timeout = Number(process.env['TAP_TIMEOUT'] ?? 0) * 1000
  t.setTimeout(0)
  for (const [name, load] of Object.entries(files)) {
    const before = process.cpuUsage()
    const begun = performance.now()
    await t.test(name, { timeout }, async (own) => {
      file = own
      await load()
    })
    const { user, system } = process.cpuUsage(before)
    const seconds = (performance.now() - begun) / 1000
    t.comment(`processor ${(user + system) / 1e6} of ${seconds} s`)
  }
  for (const end of ends.toReversed()) await end()
  t.end()
  // What a file that failed has left would keep the process.
  if (!t.passing()) process.exit(1)
}

/** Starts something under a name once in a process, which ends it when its last file has ended. */
export function shared<T>(name: string, start: (owner: Teardown) => T): T {
  const known = started.get(name)
  if (known !== undefined) return known as T
  const made = start(isLane ? { teardown: (end) => ends.push(end) } : t)
  started.set(name, made)
  return made
}
