import fc from 'fast-check'
import t from 'tap'
import { Quantiles } from '../../../engine/reports/quantiles.js'

// Shares of many values against all of them sorted: within a hundredth, small ones to the unit.

t.test('a share is that of the sorted values, within 1 %', (t) => {
  const values = fc.array(fc.integer({ min: 0, max: 100_000_000_000 }), { minLength: 1 })
  fc.assert(
    fc.property(values, fc.constantFrom(0, 0.5, 0.95, 1), (all, share) => {
      const one = new Quantiles()
      for (const value of all) one.add(value)
      const sorted = all.toSorted((a, b) => a - b)
      const exact = sorted[Math.max(1, Math.ceil(all.length * share)) - 1] as number
      for (const read of [one, new Quantiles(JSON.parse(JSON.stringify(one.kept())))]) {
        const found = read.at(share) ?? Number.NaN
        t.ok(Math.abs(found - exact) <= exact / 100, `${found} is ${exact}`)
        if (exact < 64) t.equal(found, exact)
      }
    }),
    { numRuns: 60 },
  )
  t.equal(new Quantiles().at(0.5), null)
  t.end()
})
