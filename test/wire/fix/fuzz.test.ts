import t from 'tap'
import { fuzzed } from './fix-fuzz.js'

t.test(
  'mutated messages break nothing, hold nothing and take no number they do not own',
  async (t) => {
    const { accepted, garbled, faults, rejects } = fuzzed(1, 20_000)
    t.ok(accepted > 1_000 && garbled > 1_000 && rejects > 1_000 && faults > 10)
  },
)
