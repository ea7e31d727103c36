import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'

// An account's figures have one word each in German, wherever traders and staff read them: Saldo, Eigenkapital, Margin,
// freie Margin, Margin-Level; and what happens below the last level is a Stop-Out.

const OTHERS =
  /Kontostand|Kontowert|Guthaben|Equity|Nettovermögen|Marge\b|Margin-?[Nn]iveau|Marginlevel|Margin Level|[Vv]erfügbare Margin|[Uu]ngenutzte Margin|Stop-out|Stopout|Stop Out/

t.test('each figure of an account has one German word', (t) => {
  const told = ['web/text', 'wire/text'].flatMap((home) =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|\/)de\.ts$|-words\.ts$|\.de\.json$/.test(name))
      .map((name) => `${home}/${name}`),
  )
  t.ok(told.length > 60)
  for (const file of ['wire/letters/german.ts', 'docs/refusals.de.md', ...told]) {
    const text = readFileSync(file, 'utf8')
    // Words of a part of the pages have their German below their English.
    const lines = text.slice(Math.max(0, text.indexOf('\nconst de'))).split('\n')
    // Names of the code are English.
    const texts = lines.map((line) =>
      line.replace(/^\s*(\w+|"[\w.]+"):/, '').replaceAll(/\$\{[^}]*\}/g, ''),
    )
    t.same(
      texts.filter((line) => OTHERS.test(line)),
      [],
      file,
    )
  }
  t.end()
})
