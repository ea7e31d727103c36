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
    { ok: false, message: /did not answer sum in 20 ms/ },
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
