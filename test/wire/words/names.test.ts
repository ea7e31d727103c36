import t from 'tap'
import { RIGHTS } from '../../../engine/access/rights.js'
import { DEAL_ACTIONS } from '../../../engine/account/event.js'
import { REPORT_MODULES } from '../../../engine/reports/modules.js'
import { namesIn } from '../../../wire/words/names.js'

t.test('every right, deal action and report module has a name, and nothing else has one', (t) => {
  const { rights, dealActions, reportModules } = namesIn('en')
  t.same(Object.keys(rights).sort(), [...RIGHTS].sort())
  t.same(Object.keys(dealActions).sort(), [...DEAL_ACTIONS].sort())
  t.same(Object.keys(reportModules).sort(), [...REPORT_MODULES].sort())
  t.end()
})
