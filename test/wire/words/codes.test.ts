import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { CODES, type Code, isSuccess } from '../../../engine/code.js'
import { openApiDocument } from '../../../http/docs/openapi.js'
import { route } from '../../../http/routes/route.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import { codesIn } from '../../../wire/words/codes.js'
import { resolved } from '../../given/resolved.js'
import { whole } from '../../given/whole.js'
import { pipeline, request } from '../../http/given.js'

// The page of every code, in both languages, is what the catalogue and the pipeline say. `CODES_PAGE=write` writes the
// pages anew.

const WORDS = {
  en: {
    page: 'docs/refusals.md',
    title: 'Answers and refusals',
    head: `This page is for authors of programs: it lists every code that the server answers with, its meaning,
and whether you can repeat the request.

- A REST answer has \`success\`, \`code\`, \`message\`, \`data\` and \`request_id\`. A reply of the live
  socket has \`id\`, \`code\`, \`message\` and \`data\`.
- Let your program decide by the code. Codes do not change; the message is for people and may change.
- The **key** of a request is \`client_order_id\` for trades, \`request_id\` for payments, and the header
  \`Idempotency-Key\` for all others. The server carries out a key once.
- The server remembers a refused trade request for at least ten minutes and refuses it again under the
  same key. Changed input therefore needs a new key. Exceptions are \`trade.requote\`,
  \`trade.price_changed\`, \`trade.busy\` and \`trade.too_many_requests\` ([requests](build/requests.md)).
- \`outcome\` on the live socket and \`GET /trader/v1/orders/by-client-id/{id}\` report the outcome of a
  trade request and place nothing. Their refusals also hold the data of that request, with its
  \`client_order_id\`.
- If a request waited for a dealer, a delay or a provider before its refusal, \`data\` also has
  \`order_id\`, \`deal_id\` and \`position_id\`; 0 means none.
- Every 429 and 503 has the header \`Retry-After\`: the number of seconds to wait.
- Most refusals have \`reason\` and \`params\` in \`data\` ([reasons](api-basics.md#reasons)). Each other
  field of \`data\` belongs to the codes named below. Without any field \`data\` is null.

The code writes this page (\`CODES_PAGE=write\`, \`test/wire/words/codes.test.ts\`). The German version
is [refusals.de.md](refusals.de.md).`,
    kinds: ['Done', 'Any route', 'Sign-in and sessions', 'Trading'],
    columns: ['Code', 'Status', 'Meaning', 'Repeat the request?'],
    data: 'Fields of `data`',
    fields: ['Code', 'Field', 'Meaning'],
  },
  de: {
    page: 'docs/refusals.de.md',
    title: 'Antworten und Ablehnungen',
    head: `Diese Seite ist für Autoren von Programmen: Sie nennt jeden Code, mit dem der Server antwortet, seine
Bedeutung und ob Sie die Anfrage wiederholen können.

- Eine REST-Antwort hat \`success\`, \`code\`, \`message\`, \`data\` und \`request_id\`. Eine Antwort auf dem
  Live-Socket hat \`id\`, \`code\`, \`message\` und \`data\`.
- Lassen Sie Ihr Programm nach dem Code entscheiden. Codes ändern sich nicht; die Nachricht ist für
  Menschen und kann sich ändern.
- Der **Schlüssel** einer Anfrage ist \`client_order_id\` bei Trades, \`request_id\` bei Zahlungen und sonst
  der Header \`Idempotency-Key\`. Der Server führt einen Schlüssel nur einmal aus.
- Der Server merkt sich eine abgelehnte Handelsanfrage mindestens zehn Minuten und lehnt sie mit
  demselben Schlüssel wieder ab. Geänderte Eingaben brauchen deshalb einen neuen Schlüssel. Ausnahmen
  sind \`trade.requote\`, \`trade.price_changed\`, \`trade.busy\` und \`trade.too_many_requests\`
  ([requests](build/requests.md)).
- \`outcome\` auf dem Live-Socket und \`GET /trader/v1/orders/by-client-id/{id}\` melden das Ergebnis einer
  Handelsanfrage und platzieren nichts. Ihre Ablehnungen enthalten auch die Daten dieser Anfrage mit
  ihrer \`client_order_id\`.
- Hat eine Anfrage vor ihrer Ablehnung auf einen Dealer, eine Verzögerung oder einen Anbieter gewartet,
  enthält \`data\` auch \`order_id\`, \`deal_id\` und \`position_id\`; 0 bedeutet keine.
- Jede Antwort 429 und 503 hat den Header \`Retry-After\`: die Wartezeit in Sekunden.
- Die meisten Ablehnungen haben in \`data\` die Felder \`reason\` und \`params\`
  ([Gründe](api-basics.md#reasons)). Jedes andere Feld von \`data\` gehört zu den unten genannten Codes.
  Ohne ein Feld ist \`data\` null.

Der Code schreibt diese Seite (\`CODES_PAGE=write\`, \`test/wire/words/codes.test.ts\`). Die englische
Fassung ist [refusals.md](refusals.md).`,
    kinds: ['Ausgeführt', 'Jede Route', 'Anmeldung und Sitzungen', 'Handel'],
    columns: ['Code', 'Status', 'Bedeutung', 'Anfrage wiederholen?'],
    data: 'Felder von `data`',
    fields: ['Code', 'Feld', 'Bedeutung'],
  },
} as const

/** What the pipeline answers when a handler says the code. */
async function statuses(): Promise<ReadonlyMap<Code, number>> {
  const routes = CODES.map((code) =>
    route({
      method: 'GET',
      path: `/code/${code}`,
      audience: 'public',
      summary: '',
      handle: () =>
        isSuccess(code) ? new JsonText(jsonOf(null), code) : { ok: false, code, message: 'No.' },
    }),
  )
  const front = pipeline(routes)
  const found = new Map<Code, number>()
  for (const code of CODES) {
    const answer = await front.inject(request({ method: 'GET', path: `/code/${code}` }))
    t.match(JSON.parse(String(answer.body)), { code }, code)
    found.set(code, answer.status)
  }
  return found
}

function pageOf(language: 'en' | 'de', status: ReadonlyMap<Code, number>): string {
  const words = codesIn(language)
  const { title, head, kinds, columns, data, fields } = WORDS[language]
  const isOf = [
    isSuccess,
    (code: Code) => !isSuccess(code) && !code.includes('.'),
    (code: Code) => code.startsWith('auth.'),
    (code: Code) => !isSuccess(code) && code.startsWith('trade.'),
  ] as const
  const tables = kinds.map((kind, i) => {
    const rows = CODES.filter((code) => isOf[i]?.(code)).map((code) => {
      const { when, repeat } = words[code]
      return [`<a id="${code}"></a>\`${code}\``, status.get(code) ?? 0, when, repeat]
    })
    return `## ${kind}\n\n${table(columns, rows)}`
  })
  const named = CODES.flatMap((code) =>
    Object.entries(words[code].data).map(([field, is]) => [`\`${code}\``, `\`${field}\``, is]),
  )
  return `# ${title}\n\n${head}\n\n${tables.join('\n\n')}\n\n## ${data}\n\n${table(fields, named)}\n`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

t.test('the pages say what the catalogue and the pipeline say', async (t) => {
  const status = await statuses()
  for (const language of ['en', 'de'] as const) {
    const { page } = WORDS[language]
    const found = pageOf(language, status)
    if (process.env['CODES_PAGE'] === 'write') writeFileSync(page, found)
    t.equal(readFileSync(page, 'utf8'), found, `${page}: CODES_PAGE=write writes it anew`)
  }
})

t.test('each code has its words, which say when and whether to repeat', (t) => {
  const [english, german] = [codesIn('en'), codesIn('de')]
  t.same(Object.keys(english).sort(), [...CODES].sort())
  for (const code of CODES) {
    const [en, de] = [english[code], german[code]]
    t.same(Object.keys(de.data), Object.keys(en.data), code)
    for (const text of [en.when, en.repeat, de.when, de.repeat, ...Object.values(en.data)]) {
      t.match(text, /^[^|\n]+\.$/, code)
    }
  }
  t.end()
})

t.test('the fields are those of the documented refusal', (t) => {
  const {
    components,
  }: {
    components: {
      schemas: { Refusal: { properties: { data: { anyOf: readonly DataShape[] } } } }
    }
  } = resolved(JSON.parse(whole(openApiDocument([], '1'))))
  const shapes = components.schemas.Refusal.properties.data.anyOf
  for (const code of CODES) {
    const named = Object.keys(codesIn('en')[code].data)
    const found = shapes.filter(({ description = '' }) =>
      new RegExp(`[Ww]ith ([a-z._]+, )*${code}\\b(?![._])`).test(description),
    )
    t.same(
      found.flatMap(({ properties }) => Object.keys(properties ?? {})),
      named,
      code,
    )
  }
  t.end()
})

interface DataShape {
  readonly description?: string
  readonly properties?: Readonly<Record<string, unknown>>
}
