import { MessageChannel } from 'node:worker_threads'
import t from 'tap'
import {
  type AnswerMessage,
  Asker,
  type AskMessage,
  accept,
  answerAsk,
  type Handlers,
} from '../../../actors/thread/ask.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { refuse } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import { ManualClock } from '../links/manual-clock.js'

interface Sums {
  sum: { readonly request: readonly number[]; readonly answer: number }
}

const handlers: Handlers<Sums> = {
  sum: (numbers) => accept(numbers.reduce((a, b) => a + b, 0)),
}
const OPTIONS = { who: 'adder', inFlightMax: 2, timeoutMs: 20 }

t.test('a question crosses a port and its answer comes back to who asked', async (t) => {
  const { port1, port2 } = new MessageChannel()
  port2.on('message', (message: AskMessage) => port2.postMessage(answerAsk(handlers, message)))
  const asker = new Asker<Sums>((message) => port1.postMessage(message), systemClock(), {
    ...OPTIONS,
    timeoutMs: 5_000,
  })
  port1.on('message', (message: AnswerMessage) => asker.settle(message))
  const answers = await Promise.all([asker.ask('sum', [1, 2]), asker.ask('sum', [3, 4])])
  t.same(answers, [accept(3), accept(7)])
  t.equal(asker.inFlight, 0)
  port1.close()
})

t.test('beyond the bound a question is refused at once', async (t) => {
  const asker = new Asker<Sums>(() => undefined, systemClock(), OPTIONS)
  const waiting = [asker.ask('sum', []), asker.ask('sum', [])]
  t.match(await asker.ask('sum', []), { ok: false, code: 'unavailable', message: /adder is busy/ })
  t.match(await Promise.all(waiting), [
    { ok: false, message: /did not answer sum within 20 ms/ },
    { ok: false },
  ])
  t.equal(asker.inFlight, 0)
})

t.test('the death of the other side rejects what waits and what comes after', async (t) => {
  const asker = new Asker<Sums>(() => undefined, systemClock(), OPTIONS)
  const waiting = asker.ask('sum', [])
  asker.close('it fell over')
  await t.rejects(waiting, /the adder is gone: it fell over/)
  await t.rejects(asker.ask('sum', []), /the adder is gone/)
})

t.test('an answer that comes too late is dropped', async (t) => {
  const sent: AskMessage[] = []
  const asker = new Asker<Sums>((message) => sent.push(message), systemClock(), OPTIONS)
  t.match(await asker.ask('sum', [1]), { ok: false })
  const [late] = sent
  if (late === undefined) throw new Error('the question was sent')
  t.doesNotThrow(() => asker.settle(answerAsk(handlers, late)))
})

t.test('a question nobody answers is a broken invariant of the asking side', (t) => {
  const ask: AskMessage = { type: 'ask', id: 1, name: 'toString', request: null }
  t.throws(() => answerAsk(handlers, ask), /nobody answers toString/)
  t.end()
})

/** A clock that a test moves, and an asker whose questions nobody hears but the test. */
function given() {
  const clock = new ManualClock()
  const sent: AskMessage[] = []
  const asker = new Asker<Sums>((message) => sent.push(message), clock, OPTIONS)
  return { clock, sent, asker }
}

t.test(
  'each question has a number of its own, and an answer goes to the one that has it',
  async (t) => {
    const { clock, sent, asker } = given()
    const [one, two] = [asker.ask('sum', [1]), asker.ask('sum', [2], 50)]
    t.same(sent, [
      { type: 'ask', id: 1, name: 'sum', request: [1] },
      { type: 'ask', id: 2, name: 'sum', request: [2] },
    ])
    t.same([asker.inFlight, clock.timers], [2, 2])
    asker.settle({ type: 'answer', id: 2, outcome: accept(7) })
    asker.settle({ type: 'answer', id: 2, outcome: accept(8) })
    asker.settle({ type: 'answer', id: 9, outcome: accept(9) })
    t.same(await two, accept(7))
    t.same([asker.inFlight, clock.timers], [1, 1])
    asker.settle({ type: 'answer', id: 1, outcome: refuse('conflict', 'no') })
    t.same(await one, refuse('conflict', 'no'))
    t.same([asker.inFlight, clock.timers], [0, 0])
  },
)

t.test('a question waits for its own time, and the bound is free again after it', async (t) => {
  const { clock, sent, asker } = given()
  const late = (ms: number) => because('unavailable.no_answer', { who: 'adder', name: 'sum', ms })
  const [one, two] = [asker.ask('sum', [1]), asker.ask('sum', [2], 50)]
  const busy = because('unavailable.part_busy', { who: 'adder' })
  t.same(await asker.ask('sum', [3]), busy)
  t.equal(sent.length, 2, 'it is not asked')
  clock.advance(19)
  t.equal(asker.inFlight, 2)
  clock.advance(1)
  t.same(await one, late(20))
  t.equal(asker.inFlight, 1)
  void asker.ask('sum', [4])
  t.equal(sent.length, 3)
  clock.advance(30)
  t.same(await two, late(50))
})

t.test('the first end of the other side counts, and leaves nothing that waits', async (t) => {
  const { clock, sent, asker } = given()
  const waiting = [asker.ask('sum', [1]), asker.ask('sum', [2])]
  const cause = new Error('deep down')
  asker.close('it fell over', cause)
  asker.close('again')
  t.same([asker.inFlight, clock.timers], [0, 0])
  for (const one of [...waiting, asker.ask('sum', [3])]) {
    await t.rejects(one, { name: 'AskError', message: 'the adder is gone: it fell over', cause })
  }
  t.equal(sent.length, 2)
})
