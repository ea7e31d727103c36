import t from 'tap'
import { maskFits } from '../../engine/mask.js'

// The clock decides, so these run alone.

t.test('the longest mask against a million names takes less than a second', async (t) => {
  const names = Array.from({ length: 1_000 }, (_, i) => `Forex\\Majors\\EURUSD.${i}`)
  const stars = `Forex\\*${'U*'.repeat(2)}${'*'.repeat(4_085)}`
  for (const mask of ['*a'.repeat(2_048), stars, `${'*'.repeat(4_095)}R`]) {
    t.ok(mask.length <= 4_096)
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3 && best >= 1_000; round++) {
      const start = performance.now()
      for (let i = 0; i < 1_000_000; i++) maskFits(mask, names[i % 1_000] as string)
      best = performance.now() - start
    }
    t.ok(best < 1_000, `${best.toFixed(0)} ms`)
  }
})
