import { AnyText, Choice, Default, Query, Rows, View } from '../scalars.js'

const Lang = Choice(['en', 'de'])

export const MetaQuery = Query({ lang: Default(Lang, 'en') })

export const NamedWordsView = View({ name: AnyText, label: AnyText, text: AnyText })
const Named = Rows(NamedWordsView)

/** Names of the contract with their words. */
export const MetaView = View({
  lang: Lang,
  rights: Named,
  journal_kinds: Named,
  deal_actions: Named,
  report_modules: Named,
  values: Named,
  codes: Rows(View({ name: AnyText, text: AnyText, repeat: AnyText })),
})
