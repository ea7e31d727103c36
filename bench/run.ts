import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { compareRuns, loadRun, saveRun } from './baseline.js'
import { catalog } from './catalog.js'
import type { FigureLine } from './figure.js'
import { runCase } from './harness.js'

/**
 * `npm run bench [-- NAME … --smoke --save FILE --baseline FILE --product SCRIPT --data DIRECTORY]`. Figures go to
 * stdout, one JSON line each; text for people goes to stderr. Exit code 1 when a case could not
 * run.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    smoke: { type: 'boolean', default: false },
    save: { type: 'string' },
    baseline: { type: 'string' },
    product: { type: 'string' },
    data: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
})

const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const wanted = positionals.map((name) => name.toLowerCase())
const chosen = catalog.filter(
  (entry) =>
    wanted.length === 0 ||
    wanted.includes(entry.name) ||
    entry.goals.some((goal) => wanted.includes(goal.toLowerCase())),
)

if (values.list || chosen.length === 0) {
  if (chosen.length === 0) say(`no case is called ${positionals.join(' or ')}; there are:`)
  for (const entry of catalog) say(`  ${entry.name} (${entry.goals.join(', ')})`)
  process.exit(values.list ? 0 : 1)
}

const lines: FigureLine[] = []
for (const entry of chosen) {
  say(`\n${entry.name} (${entry.goals.join(', ')})`)
  try {
    await runCase(entry, {
      smoke: values.smoke,
      product: values.product ?? fileURLToPath(new URL('../bundle/openfloor.js', import.meta.url)),
      data: values.data,
      print: (line) => {
        lines.push(line)
        process.stdout.write(`${JSON.stringify(line)}\n`)
      },
      say: (text) => say(`  ${text}`),
    })
  } catch (error) {
    say(`  failed: ${error instanceof Error ? error.stack : String(error)}`)
    process.exitCode = 1
  }
}

if (values.baseline !== undefined) {
  say(`\nagainst ${values.baseline}`)
  for (const text of compareRuns(loadRun(values.baseline), lines)) say(`  ${text}`)
}
if (values.save !== undefined) saveRun(values.save, lines)
