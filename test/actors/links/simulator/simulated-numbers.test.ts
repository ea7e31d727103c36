import t from 'tap'
import { SimulatedNumbers } from '../../../../actors/links/simulator/simulated-numbers.js'

// Goal: the numbers of a session of the built-in provider follow what was sent and received.

t.test('each step moves its own number, and a reset both', async (t) => {
  const store = new SimulatedNumbers()
  t.same(
    [store.numbers, store.isTrusted, store.sent()],
    [{ nextIn: 1, nextOut: 1 }, true, undefined],
  )
  store.keep([{ what: 'received', nextIn: 4 }])
  t.same(store.numbers, { nextIn: 4, nextOut: 1 })
  store.keep([
    { what: 'sent', seq: 1, message: null },
    { what: 'sent', seq: 2, message: null },
  ])
  t.same(store.numbers, { nextIn: 4, nextOut: 3 })
  store.keep([])
  t.same(store.numbers, { nextIn: 4, nextOut: 3 })
  store.keep([{ what: 'reset' }, { what: 'received', nextIn: 2 }])
  t.same(store.numbers, { nextIn: 2, nextOut: 1 })
})
