import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { CODES, type Code, isSuccess } from '../../../engine/code.js'
import { openApiDocument } from '../../../http/docs/openapi.js'
import { route } from '../../../http/pipeline/route.js'
import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'
import { CODE_WORDS } from '../../../wire/words/codes.js'
import { resolved } from '../../given/resolved.js'
import { whole } from '../../given/whole.js'
import { pipeline, request } from '../../http/given.js'

// The page of every code, in both languages, is what the catalogue and the pipeline say. `CODES_PAGE=write` writes the
// pages anew.

const WORDS = {
  en: {
    page: 'docs/refusals.md',
    title: 'Answers and refusals',
    head: `Every answer of REST is \`success\`, \`code\`, \`message\`, \`data\`, \`request_id\`; a reply of the live socket has \`id\`, \`code\`, \`message\`, \`data\`. Go by the code: it does
not change, the message is for people and may. This page is written from the code (\`CODES_PAGE=write\`, \`test/wire/words/codes.test.ts\`);
the same in German is [refusals.de.md](refusals.de.md).

- **The key** is \`client_order_id\` of a trade request, \`request_id\` of a payment, and the header \`Idempotency-Key\` elsewhere. Under the same key a request is done
  once. A refused trade request is refused the same way under its key for ten minutes and perhaps longer, unless its code is \`trade.requote\`, \`trade.price_changed\`, \`trade.busy\` or
  \`trade.too_many_requests\`: so other input takes a new key ([requests](build/requests.md)).
- **\`outcome\`** is the operation of the live socket, and \`GET /trader/v1/orders/by-client-id/{id}\`: it tells what came of a trade request and places nothing. Its refusals have the request's own data
  besides, \`client_order_id\` among it.
- **After a wait**, for a dealer, a delay or a provider, the \`data\` of a refused trade request has \`order_id\`, \`deal_id\` and \`position_id\`, too, whatever the code; 0 is none.
- **\`Retry-After\`** comes with each 429 and 503: whole seconds, not before which the request is worth repeating.
- A field of \`data\` is there with its code alone; where a code names none, \`data\` of a refusal is null.`,
    kinds: ['Done', 'Any route', 'Sign-in and sessions', 'Trading'],
    columns: ['code', 'status', 'when', 'repeat'],
    data: 'What `data` holds',
    fields: ['code', 'field', 'is'],
  },
  de: {
    page: 'docs/refusals.de.md',
    title: 'Antworten und Ablehnungen',
    head: `Jede Antwort über REST ist \`success\`, \`code\`, \`message\`, \`data\`, \`request_id\`; eine Antwort auf dem Live-Socket hat \`id\`, \`code\`, \`message\`, \`data\`. Es zählt der Code: Er
ändert sich nicht, die Nachricht ist für Menschen und darf es. Diese Seite wird aus dem Code geschrieben (\`CODES_PAGE=write\`, \`test/wire/words/codes.test.ts\`);
auf Englisch steht sie in [refusals.md](refusals.md).

- **Der Schlüssel** ist die \`client_order_id\` einer Handelsanfrage, die \`request_id\` einer Zahlung und sonst der Header \`Idempotency-Key\`. Unter demselben Schlüssel geschieht eine Anfrage
  einmal. Eine abgelehnte Handelsanfrage wird unter ihrem Schlüssel zehn Minuten und vielleicht länger gleich abgelehnt, außer bei \`trade.requote\`, \`trade.price_changed\`, \`trade.busy\` und
  \`trade.too_many_requests\`: Andere Eingaben nehmen also einen neuen Schlüssel ([requests](build/requests.md)).
- **\`outcome\`** ist die Operation des Live-Sockets und \`GET /trader/v1/orders/by-client-id/{id}\`: Sie sagt, was aus einer Handelsanfrage wurde, und bewirkt nichts. Ihre Ablehnungen haben auch die Daten der Anfrage,
  darunter \`client_order_id\`.
- **Nach einem Warten** auf einen Händler, eine Frist oder einen Anbieter hat \`data\` einer abgelehnten Handelsanfrage auch \`order_id\`, \`deal_id\` und \`position_id\`, bei jedem Code; 0 ist keine.
- **\`Retry-After\`** kommt mit jedem 429 und 503: ganze Sekunden, vor denen sich eine Wiederholung nicht lohnt.
- Ein Feld von \`data\` gibt es nur bei seinem Code; wo ein Code keines nennt, ist \`data\` einer Ablehnung null.`,
    kinds: ['Ausgeführt', 'Jede Route', 'Anmeldung und Sitzungen', 'Handel'],
    columns: ['Code', 'Status', 'wann', 'wiederholen'],
    data: 'Was in `data` steht',
    fields: ['Code', 'Feld', 'ist'],
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
  const { title, head, kinds, columns, data, fields } = WORDS[language]
  const isOf = [
    isSuccess,
    (code: Code) => !isSuccess(code) && !code.includes('.'),
    (code: Code) => code.startsWith('auth.'),
    (code: Code) => !isSuccess(code) && code.startsWith('trade.'),
  ] as const
  const tables = kinds.map((kind, i) => {
    const rows = CODES.filter((code) => isOf[i]?.(code)).map((code) => {
      const { when, repeat } = CODE_WORDS[code][language]
      return [`<a id="${code}"></a>\`${code}\``, status.get(code) ?? 0, when, repeat]
    })
    return `## ${kind}\n\n${table(columns, rows)}`
  })
  const named = CODES.flatMap((code) =>
    Object.entries(CODE_WORDS[code][language].data).map(([field, is]) => [
      `\`${code}\``,
      `\`${field}\``,
      is,
    ]),
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
  t.same(Object.keys(CODE_WORDS).sort(), [...CODES].sort())
  for (const code of CODES) {
    const { en, de } = CODE_WORDS[code]
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
    const named = Object.keys(CODE_WORDS[code].en.data)
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
