import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { TEXT_HOMES } from '../../../bin/texts/write.js'

// An account's figures have one word each in German, wherever traders and staff read them: Saldo, Eigenkapital, Margin,
// freie Margin, Margin-Level; and what happens below the last level is a Stop-Out.

const OTHERS =
  /Kontostand|Kontowert|Guthaben|Equity|Nettovermögen|Marge\b|Margin-?[Nn]iveau|Marginlevel|Margin Level|[Vv]erfügbare Margin|[Uu]ngenutzte Margin|Stop-out|Stopout|Stop Out/

t.test('each figure of an account has one German word', (t) => {
  const messages = Object.values(TEXT_HOMES).flatMap((home) =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.de.json'))
      .map((name) => `${home}/${name}`),
  )
  t.ok(messages.length > 60)
  for (const file of ['docs/refusals.de.md', ...messages]) {
    // Keys are English.
    const texts = readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.replace(/^\s*"[\w.]+":/, ''))
    t.same(
      texts.filter((line) => OTHERS.test(line)),
      [],
      file,
    )
  }
  t.end()
})
