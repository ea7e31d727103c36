import t from 'tap'
import { catalog } from '../../../http/catalog.js'
import { nameOf } from '../../../http/pipeline/route.js'
import { BarePage } from '../../given/bare-page.js'
import { pageModules } from '../../given/page-module.js'

// The desk's rights of pages and actions are those of their routes: with them the page or action is there, and without
// any one of them it is not.

interface Rights {
  mayDo(act: string): boolean
  may(need: object): boolean
  readonly PAGE_NEEDS: Readonly<Record<string, object>>
}

/** `mailReports` is missing: the route asks for its right only if a report is sent by e-mail. */
const ACTS: Readonly<Record<string, readonly string[]>> = {
  edit: ['PATCH /admin/v1/accounts/{login}', 'POST /admin/v1/accounts'],
  pay: ['POST /admin/v1/accounts/{login}/balance'],
  note: ['GET /admin/v1/accounts/{login}/notes', 'POST /admin/v1/accounts/{login}/notes'],
  trade: ['POST /admin/v1/accounts/{login}/trade'],
  message: ['POST /admin/v1/mail'],
  notify: ['POST /admin/v1/notifications'],
  journal: ['GET /admin/v1/journal', 'GET /admin/v1/accounts/{login}/journal'],
  kick: ['POST /admin/v1/online/kick', 'POST /admin/v1/online/{session}/kick'],
  passwords: ['POST /admin/v1/accounts/{login}/passwords'],
  openTerminal: ['POST /admin/v1/accounts/{login}/sign-in-link'],
  manageReports: ['POST /admin/v1/reports/configs'],
  correct: ['PATCH /admin/v1/positions/{id}', 'POST /admin/v1/accounts/{login}/repair'],
  correctDeals: ['POST /admin/v1/deals/correct'],
  deletePositions: ['POST /admin/v1/positions/delete'],
  check: ['POST /admin/v1/accounts/{login}/check'],
  brand: ['PATCH /admin/v1/licence/brands/{id}'],
  block: ['PUT /admin/v1/settings'],
  archive: ['DELETE /admin/v1/accounts/{login}'],
  link: ['GET /admin/v1/accounts/{login}/clients', 'PUT /admin/v1/accounts/{login}/clients'],
  statement: ['GET /admin/v1/accounts/{login}/statement'],
  mailStatement: ['POST /admin/v1/accounts/{login}/statement/email'],
}

/** The list of each page. Pages without one are made of parts with rights of their own. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['GET /admin/v1/accounts/window'],
  positions: ['GET /admin/v1/positions'],
  orders: ['GET /admin/v1/orders'],
  deals: ['GET /admin/v1/deals'],
  dealing: ['GET /admin/v1/dealing/queue'],
  held: ['GET /admin/v1/held-fills'],
  exposure: ['GET /admin/v1/exposure/accounts'],
  money: ['POST /admin/v1/accounts/{login}/balance'],
  online: ['GET /admin/v1/online'],
  applications: ['GET /admin/v1/applications'],
  mail: ['GET /admin/v1/mail'],
  reports: ['GET /admin/v1/reports'],
  journal: ['GET /admin/v1/journal'],
  staff: ['GET /admin/v1/staff'],
  licence: ['GET /admin/v1/licence'],
}

t.test('pages and actions need the rights of their routes', async (t) => {
  new BarePage()
  const { rights, session } = await pageModules<{
    rights: Rights
    session: { readonly session: { value: unknown } }
  }>({ rights: 'web/staff/rights.ts', session: 'web/state/session.ts' })
  const routes = new Map(catalog.map((route) => [nameOf(route), route]))
  const needsOf = (names: readonly string[]) => {
    const found = names.map((name) => routes.get(name))
    for (const [i, one] of found.entries()) t.ok(one, `${names[i]} is a route`)
    return {
      all: [...new Set(found.flatMap((one) => one?.rights ?? []))],
      one: found.flatMap((one) => one?.anyOf ?? []),
    }
  }
  const mayWith = (held: readonly string[], isAllowed: () => boolean): boolean => {
    session.session.value = { rights: held }
    return isAllowed()
  }
  const check = (what: string, names: readonly string[], isAllowed: () => boolean) => {
    const { all, one } = needsOf(names)
    for (const right of one.length === 0 ? [''] : one) {
      const held = [...all, right]
      t.ok(mayWith(held, isAllowed), `${what} is there with ${held}`)
      for (const lost of held) {
        if (lost === '') continue
        const left = held.filter((other) => other !== lost)
        t.notOk(mayWith(left, isAllowed), `${what} is not there without ${lost}`)
      }
    }
  }
  for (const [act, names] of Object.entries(ACTS)) {
    check(act, names, () => rights.mayDo(act))
  }
  for (const [page, names] of Object.entries(PAGES)) {
    check(page, names, () => rights.may(rights.PAGE_NEEDS[page] ?? {}))
  }
})
