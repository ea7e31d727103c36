import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import t from 'tap'
import { startIdleClass } from '../../../actors/thread/idle-class.js'

const IDLE_CLASS = 5
const MODULE = new URL('../../../actors/thread/background-thread.js', import.meta.url).href
const THREAD = `
  const { parentPort } = require('node:worker_threads')
  parentPort.once('message', () => {})
  import('${MODULE}').then(({ yieldToTrading }) => {
    yieldToTrading()
    parentPort.postMessage(require('node:fs').readlinkSync('/proc/thread-self'))
  })`

/** The kernel's word on a thread: proc(5), counted from the state on, which is the third. */
function scheduling(thread: string): { niceness: number; schedulingClass: number } {
  const text = readFileSync(`/proc/${thread}/stat`, 'latin1')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return { niceness: Number(fields[16]), schedulingClass: Number(fields[38]) }
}

/** The same where the system calls itself by another name. */
const elsewhere = (platform: string): string =>
  `Object.defineProperty(process, 'platform', { value: '${platform}' });${THREAD}`

const isLinux = process.platform === 'linux'
const hasTool = spawnSync('chrt', ['--version']).status === 0

t.test('it gives way to every other thread, and they to none', { skip: !isLinux }, async (t) => {
  t.teardown(startIdleClass())
  const before = scheduling('thread-self')
  const worker = new Worker(THREAD, { eval: true })
  const thread = await new Promise<string>((resolve) => worker.once('message', resolve))
  t.equal(scheduling(thread).niceness, 19)
  while (hasTool && scheduling(thread).schedulingClass !== IDLE_CLASS) await turn()
  t.same(scheduling('thread-self'), before, 'the thread that started it does not')
  worker.postMessage('end')
  await new Promise((resolve) => worker.once('exit', resolve))
})

const children = (): string[] =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'latin1').split(' ').filter(Boolean),
  )

t.test('threads start no process, and the one for all ends', { skip: !isLinux }, async (t) => {
  while (children().length > 0) await turn()
  const end = startIdleClass()
  t.teardown(end)
  const [shell, ...others] = children()
  t.same(others, [])
  const ends = `import('${MODULE}').then((m) => { m.yieldToTrading(); process.exit() })`
  const worker = new Worker(ends, { eval: true })
  await new Promise((resolve) => worker.once('exit', resolve))
  t.same(children(), [shell])
  end()
  while (children().length > 0) await turn()
})

/** Threads that do what nobody waits for, by their modules. */
const YIELDING = [
  'files/files',
  'jobs/slice',
  'queries/patient-query',
  'schedule/backup',
  'sign-in/patient-password',
]

t.test('the threads of work that can wait yield to trading', { skip: !isLinux }, async (t) => {
  const niceness = async (name: string): Promise<number> => {
    const module = new URL(`../../../actors/${name}.task.js`, import.meta.url).href
    const worker = new Worker(
      `
      const { parentPort } = require('node:worker_threads')
      parentPort.once('message', () => {})
      import('${module}').then(() => {
        parentPort.postMessage(require('node:fs').readlinkSync('/proc/thread-self'))
      })`,
      { eval: true },
    )
    const thread = await new Promise<string>((resolve) => worker.once('message', resolve))
    const found = scheduling(thread)
    worker.postMessage('end')
    await new Promise((resolve) => worker.once('exit', resolve))
    return found.niceness
  }
  for (const name of YIELDING) t.equal(await niceness(name), 19, name)
})

t.test(
  'where threads have no priority of their own nothing is done',
  { skip: !isLinux },
  async (t) => {
    const before = scheduling('thread-self')
    const worker = new Worker(elsewhere('darwin'), { eval: true })
    const thread = await new Promise<string>((resolve) => worker.once('message', resolve))
    t.same(scheduling(thread), before)
    worker.postMessage('end')
    await new Promise((resolve) => worker.once('exit', resolve))
  },
)
