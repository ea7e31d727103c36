import t from 'tap'
import { hunt } from './hunt.js'
import type { Sabotage } from './sabotage.js'

const SEEDS_MAX = 12
const STEPS = 400
t.setTimeout(0)

/**
 * Tests that mistakes planted on purpose are found soon; `npm run simulate -- --planted` finds the rare
 * ones, too.
 */
export function findsPlanted(where: string, planted: () => Sabotage[]): void {
  t.test(`what is broken in ${where} is found`, (t) => {
    for (const [index, { isRare }] of planted().entries()) {
      if (isRare === true) continue
      const { name, seeds, says } = hunt(() => planted()[index] as Sabotage, SEEDS_MAX, STEPS)
      t.ok(seeds !== undefined, `${name}: ${says}`)
    }
    t.end()
  })
}
