import { fileURLToPath } from 'node:url'
import t from 'tap'
import { catalog } from '../../bench/catalog.js'
import type { FigureLine } from '../../bench/figure.js'
import { runCase } from '../../bench/harness.js'
import { BUILT_COMMAND } from '../given/built-command.js'
import { postgresPrograms } from '../given/postgres.js'

/**
 * Every case in its smallest size, so that none can rot. Most run against a stand-in that speaks
 * the product's interface and answers at once: what is tested here is the bench.
 */
const STAND_IN = fileURLToPath(new URL('./spec-server.js', import.meta.url))
const AGAINST_PRODUCT = new Set([
  'start',
  'event-stream',
  'webhooks',
  'valuation',
  'fix-quotes',
  'provider-orders',
  'windows',
  'reports',
  'quorum-orders',
])
/** It is left out where there is no PostgreSQL. */
const isLeftOut = (name: string): boolean =>
  name === 'quorum-orders' && postgresPrograms() === undefined

for (const benchCase of catalog) {
  const skip = isLeftOut(benchCase.name)
  t.test(`${benchCase.name} measures its figures`, { skip }, async (t) => {
    const lines: FigureLine[] = []
    await runCase(benchCase, {
      smoke: true,
      product: AGAINST_PRODUCT.has(benchCase.name) ? BUILT_COMMAND : STAND_IN,
      print: (line) => lines.push(line),
      say: (text) => t.comment(text),
    })
    for (const goal of benchCase.goals) {
      const figures = lines.filter((line) => line.name.split(' ', 1)[0] === goal)
      t.ok(figures.length > 0, `${goal} has a figure`)
    }
    for (const line of lines) {
      const isMeasured = line.less === null ? line.value > 0 : Number.isFinite(line.value)
      t.ok(isMeasured, `${line.name}: ${line.value} ${line.unit}`)
    }
  })
}
