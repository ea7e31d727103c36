import t from 'tap'
import { fuzzed } from './fix-fuzz.js'

/** `MALFORMED_MESSAGES=1000000 node dist/test/wire/fix/fuzz.test.js` for a long run, `TEST_SEED` for another. */
const MESSAGES = Number(process.env['MALFORMED_MESSAGES'] ?? 20_000)
const SEED = Number(process.env['TEST_SEED'] ?? 1)

t.test(
  'mutated messages break nothing, hold nothing and take no number they do not own',
  async (t) => {
    const { accepted, garbled, faults, rejects, delivered, quotes } = fuzzed(SEED, MESSAGES)
    t.comment(
      `${accepted} accepted, ${garbled} garbled, ${rejects} rejected, ${faults} lines ended`,
    )
    t.ok(accepted > 1_000 && garbled > 1_000 && rejects > 1_000 && faults > 10)
    t.ok(delivered > 1_000 && quotes > 10, `${delivered} delivered, ${quotes} quotes`)
  },
)
