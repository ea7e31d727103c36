import t from 'tap'
import {
  type AccountEvent,
  isResting,
  type OrderEvent,
  symbolOf,
} from '../../../engine/account/event.js'

t.test('an event is of the symbol that it names, and of none where it names none', (t) => {
  const types = ['standing', 'night', 'day', 'restatement'] as const
  for (const type of types) t.equal(symbolOf({ type } as AccountEvent), 0, type)
  for (const type of ['order', 'deal', 'position', 'correction', 'restored_deal'] as const) {
    t.equal(symbolOf({ type, symbolId: 7 } as AccountEvent), 7, type)
  }
  t.end()
})

t.test('an order rests until it has filled or ended', (t) => {
  const states = ['placed', 'partial', 'started', 'filled', 'cancelled', 'rejected', 'expired']
  const resting = states.filter((state) => isResting({ state } as OrderEvent))
  t.same(resting, ['placed', 'partial', 'started'])
  t.end()
})
