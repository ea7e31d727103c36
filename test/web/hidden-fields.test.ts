import t from 'tap'
import { hiddenFields } from '../../wire/account/account-fields.js'
import { BarePage } from '../given/bare-page.js'
import { pageModules } from '../given/page-module.js'

interface Pages {
  readonly rights: { readonly FIELD_RIGHTS: Readonly<Record<string, string>> }
}

new BarePage()
const { rights } = await pageModules<Pages>({ rights: 'web/staff/rights.ts' })

t.test('the desk knows which right shows each field of a person', async (t) => {
  const { FIELD_RIGHTS } = rights
  t.same(Object.keys(FIELD_RIGHTS).sort(), hiddenFields(new Set()).sort())
  for (const [field, right] of Object.entries(FIELD_RIGHTS)) {
    t.notOk(
      hiddenFields(new Set([right])).some((hidden) => hidden === field),
      field,
    )
  }
})
