import { readFileSync } from 'node:fs'
import t from 'tap'
import { ServerProcess } from '../../crash/server-process.js'
import { moment, scratch } from '../../given/desk.js'

// The memory of every thread, as a scraper reads it from a server that runs.

const SHARDS = '2'
const LONE = ['desk', 'front', 'history', 'links', 'projector', 'shard-0', 'shard-1', 'simulator']
const server = await ServerProcess.start({
  dataDir: scratch(t),
  env: { SHARDS, DEMO_PROVIDER: 'fix44' },
})
t.teardown(() => server.kill())

type Parts = Readonly<Record<string, number>>

async function scraped(): Promise<{ threads: Map<string, Parts>; resident: Parts }> {
  const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const threads = new Map<string, Parts>()
  const of = /^openfloor_thread_memory_bytes\{thread="([^"]+)",part="(\w+)"\} (\d+)$/gm
  for (const [, thread = '', part = '', bytes] of text.matchAll(of)) {
    t.equal(threads.get(thread)?.[part], undefined, 'a thread has each figure once')
    threads.set(thread, { ...threads.get(thread), [part]: Number(bytes) })
  }
  const resident = text.matchAll(/^openfloor_resident_memory_bytes\{part="(\w+)"\} (\d+)$/gm)
  return {
    threads,
    resident: Object.fromEntries([...resident].map(([, part, bytes]) => [part, Number(bytes)])),
  }
}

/** Until the threads are there: a busy one answers late, one of a pool when it has done something. */
async function scrapedWith(names: readonly string[]): ReturnType<typeof scraped> {
  for (;;) {
    const seen = await scraped()
    if (names.every((name) => seen.threads.has(name))) return seen
    await moment()
  }
}

t.test('each thread tells its heap and what is beside it, by a name of its own', async (t) => {
  await server.signInStaff()
  const { threads, resident } = await scrapedWith([...LONE, 'passwords-0'])
  const pools = [...threads.keys()].filter((name) => !LONE.includes(name))
  t.ok(
    pools.every((name) => /^(files|passwords|queries|retention)-\d$/.test(name)),
    `${pools}`,
  )
  let sum = 0
  for (const [name, parts] of threads) {
    const { heap_used = 0, heap_total = 0, external = 0, array_buffers = -1 } = parts
    t.ok(heap_used > 1e6 && heap_used <= heap_total, `${name} ${heap_used} of ${heap_total}`)
    t.ok(external > 0 && array_buffers >= 0, `${name} ${external} ${array_buffers}`)
    sum += heap_used
  }
  t.ok(sum < Number(resident['anonymous']), 'heaps are part of what the process has of its own')
})

t.test('what is resident is told in its parts, which make the whole', async (t) => {
  const { resident } = await scraped()
  t.same(Object.keys(resident), ['anonymous', 'file', 'shared'])
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const whole = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
  const sum = Object.values(resident).reduce((total, bytes) => total + bytes, 0)
  t.ok(Math.abs(sum - whole) < whole / 4, `${sum} of ${whole}`)
})
