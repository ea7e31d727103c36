import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { RIGHTS, type Right, rightDescription } from '../../../engine/access/rights.js'
import { catalog } from '../../../http/catalog.js'
import { STAFF_OPS } from '../../../http/socket/staff/staff-catalog.js'
import { pageModule } from '../../given/page-module.js'

// docs/run/rights.md lists every right with what it opens. `RIGHTS_PAGE=write` writes the page from the code.

const PAGE = 'docs/run/rights.md'

const HEAD = `# Staff: all rights

This page is for administrators who give rights to staff users: it lists every right, the usual roles,
and the requests that each right opens. [Staff: rules](staff-rules.md) says who may grant a right.

The code of the server writes this page. After you change a right in the code, write the page again:
\`RIGHTS_PAGE=write npm test -- rights-page\`.

## Rights and usual roles

The desk offers four roles when you edit a staff user. A role selects the rights that are marked
below, but only those that you hold yourself. You can add or remove rights afterwards.

`

const REQUESTS = `## Requests of each right

Each table lists the routes of the REST API and the operations of the live socket that need the right.

- A request that needs several rights is in the table of each of these rights.
- *or* in the last column means that any one of these rights is enough.
- Some rights only add fields or options to a request. [Staff: rules](staff-rules.md) and the API
  reference at \`/docs/api\` name these rights.
`

/** What a right does beside the requests that it opens. */
const EFFECTS: Partial<Record<Right, string>> = {
  'accounts.name': 'Answers include names and comments. Without this right these fields are null.',
  'accounts.email': 'Answers include e-mail addresses. Without this right these fields are null.',
  'accounts.phone': 'Answers include phone numbers. Without this right these fields are null.',
  'accounts.address':
    'Answers include addresses, id numbers and bank accounts. Without this right these fields are null.',
  'reports.export': 'The holder can download the results of reports that they may see.',
  confirm_actions:
    'Before some requests, a holder of this right must confirm with a code (`confirmation_required`).',
  'terminal.admin': 'The holder can sign in with the terminal `admin`.',
}

interface Opened {
  readonly name: string
  readonly rights: readonly string[]
  readonly anyOf: readonly string[]
}

const requests: readonly Opened[] = [
  ...catalog
    .filter(({ audience }) => audience === 'staff')
    .map(({ method, path, rights, anyOf }) => ({
      name: `\`${method} ${path}\``,
      rights,
      anyOf,
    })),
  ...Object.entries(STAFF_OPS).map(([name, op]) => ({
    name: `live socket: \`${name}\``,
    rights: op.rights ?? [],
    anyOf: op.anyOf ?? [],
  })),
]

function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n')
}

const code = (name: string): string => `\`${name}\``

function partOf(right: Right): string {
  const effect = EFFECTS[right]
  const rows = requests.flatMap(({ name, rights, anyOf }) => {
    if (!rights.includes(right) && !anyOf.includes(right)) return []
    const also = rights.filter((one) => one !== right).map(code)
    const others = anyOf.filter((one) => one !== right).map(code)
    const isChoice = anyOf.includes(right)
    const choice =
      others.length === 0 ? [] : [`${isChoice ? 'or' : 'and one of'} ${others.join(', ')}`]
    return [[name, [...also, ...choice].join(', ')]]
  })
  const parts = [`### ${code(right)}`, `${rightDescription(right)}.`]
  if (effect !== undefined) parts.push(effect)
  if (rows.length > 0) parts.push(table([['Request', 'Other rights that it needs'], ...rows]))
  return parts.join('\n\n')
}

t.test('the page of rights lists what the routes and operations need', async (t) => {
  const { TEMPLATES } = await pageModule<{
    TEMPLATES: Readonly<Record<'dealer' | 'office' | 'support' | 'risk', readonly string[]>>
  }>('web/staff/settings/rights-tree.ts')
  const roles = [TEMPLATES.dealer, TEMPLATES.office, TEMPLATES.support, TEMPLATES.risk]
  const overview = table([
    ['Right', 'Allows its holder to', 'Dealer', 'Back office', 'Support', 'Risk'],
    ...RIGHTS.map((right) => [
      `[${code(right)}](#${right.replaceAll('.', '')})`,
      rightDescription(right),
      ...roles.map((held) => (held.includes(right) ? '✓' : '')),
    ]),
  ])
  const found = `${HEAD}${overview}\n\n${REQUESTS}\n${RIGHTS.map(partOf).join('\n\n')}\n`
  if (process.env['RIGHTS_PAGE'] === 'write') writeFileSync(PAGE, found)
  t.equal(readFileSync(PAGE, 'utf8'), found, 'RIGHTS_PAGE=write writes it from the code')
})

t.test('each right opens a request or says what else it does', (t) => {
  for (const right of RIGHTS) {
    const opens = requests.some(
      ({ rights, anyOf }) => rights.includes(right) || anyOf.includes(right),
    )
    t.ok(opens || EFFECTS[right] !== undefined, right)
  }
  t.end()
})
