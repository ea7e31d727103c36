import t from 'tap'
import { forwardingLogger } from '../../../actors/thread/forwarding-logger.js'
import { inSteps } from '../../../actors/thread/in-steps.js'
import { postBatch } from '../../../actors/thread/post-batch.js'
import { isSameSecret } from '../../../actors/thread/same-secret.js'
import { threadError } from '../../../actors/thread/thread-error.js'
import { damageText } from '../../../storage/sqlite/damage.js'

t.test('an error of another thread is told in words, whatever was left of it', async (t) => {
  const own = new Error('it fell over')
  t.equal(threadError(own), own)
  t.equal(threadError('gone').message, 'it ended with gone')
  t.equal(threadError(undefined).message, 'it ended with undefined')
  t.equal(threadError(null).message, 'it ended with null')
  t.equal(threadError({ code: 'SQLITE_BUSY' }).message, 'it ended with SQLITE_BUSY')
  t.equal(threadError({ code: 7 }).message, 'it ended with [object Object]')
  const damaged = Object.assign(new Error('no'), { code: 'SQLITE_CORRUPT' })
  const told = threadError(damaged)
  t.equal(told.message, damageText('SQLITE_CORRUPT'))
  t.equal(told.cause, damaged)
})

t.test('secrets are the same when all of them is', async (t) => {
  const rows: [given: string, wanted: string, isSame: boolean][] = [
    ['abc', 'abc', true],
    ['', '', true],
    ['abd', 'abc', false],
    ['ab', 'abc', false],
    ['abcd', 'abc', false],
    ['ä', 'a', false],
  ]
  for (const [given, wanted, isSame] of rows) t.equal(isSameSecret(given, wanted), isSame, given)
})

t.test('work in steps lets others have their turns between two of them', async (t) => {
  const order: string[] = []
  function* work(): Generator<void, string> {
    for (const step of ['one', 'two']) {
      order.push(step)
      setImmediate(() => order.push(`after ${step}`))
      yield
    }
    return 'done'
  }
  const done = inSteps(work())
  t.same(order, [], 'not in the turn that asks for it')
  t.equal(await done, 'done')
  t.same(order, ['one', 'after one', 'two', 'after two'])
})

t.test('a line of a thread goes to the front as it is, by its level', async (t) => {
  const lines: unknown[] = []
  const log = forwardingLogger((line) => lines.push(line))
  for (const level of ['info', 'warn', 'error'] as const) log[level]({ login: 7 }, `it is ${level}`)
  t.same(
    lines,
    ['info', 'warn', 'error'].map((level) => ({
      type: 'log',
      level,
      fields: { login: 7 },
      message: `it is ${level}`,
    })),
  )
})

t.test('a batch goes over with its memory, and a number as it is', async (t) => {
  const posted: unknown[] = []
  const port = { postMessage: (...given: unknown[]) => posted.push(given) } as never
  const batch = new ArrayBuffer(8) as never
  postBatch(port, 7 as never)
  postBatch(port, batch)
  t.same(posted, [[7], [batch, [batch]]])
})
