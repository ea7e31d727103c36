import t from 'tap'
import { GUESSES_PER_HOUR, LoginGuesses } from '../../../engine/access/login-guesses.js'

t.test('a login that is slowed is remembered before one that is not', async (t) => {
  const guesses = new LoginGuesses(2)
  const [slowed, other, third] = [1, 2, 3]
  for (let i = 0; i < GUESSES_PER_HOUR; i++) guesses.failed(slowed, 0)
  guesses.failed(other, 0)
  guesses.failed(third, 0)
  t.equal(guesses.size, 2)
  const waits = Array.from({ length: 6 }, () => guesses.take(slowed, 0))
  t.same(waits, [0, 0, 0, 0, 0, 60_000])
  t.equal(guesses.take(third, 0), 0)
  t.equal(guesses.take(slowed, 1), 0, 'it has fewer than a hundred by then')
})
