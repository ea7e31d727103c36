import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { catalog } from '../../bench/catalog.js'
import type { FigureLine } from '../../bench/figure.js'
import { runCase } from '../../bench/harness.js'

/** Every case in its smallest size, so that none can rot. */
const built = fileURLToPath(new URL('../../bin/openfloor.js', import.meta.url))
const product = existsSync(built)
  ? built
  : fileURLToPath(new URL('./spec-server.js', import.meta.url))

for (const benchCase of catalog) {
  t.test(`${benchCase.name} measures its figures`, async (t) => {
    const lines: FigureLine[] = []
    await runCase(benchCase, {
      smoke: true,
      product,
      print: (line) => lines.push(line),
      say: (text) => t.comment(text),
    })
    for (const goal of benchCase.goals) {
      const found = lines.some((line) => line.name.toLowerCase().startsWith(goal.slice(0, 5)))
      t.ok(found || lines.some((line) => line.name.startsWith(goal)), `${goal} has a figure`)
    }
    for (const line of lines) t.ok(line.value > 0, `${line.name}: ${line.value} ${line.unit}`)
  })
}
