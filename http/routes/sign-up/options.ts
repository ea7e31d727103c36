import { isSignUpOpen, linkSetIn, needsCode, offersIn } from '../../../engine/config/offers.js'
import { linkInLanguage } from '../../../engine/names/link-language.js'
import { SignUpOptionsView, SignUpQuery } from '../../../wire/schema/people/sign-up.js'
import { brandOfHost } from '../../reach/brand-of-host.js'
import { type FrontRoute, route } from '../route.js'

export const optionsRoute: FrontRoute = route({
  method: 'GET',
  path: '/trader/v1/register',
  audience: 'public',
  summary: 'List the offers for sign-up',
  description:
    'Lists offers for the country and the brand of the page, lowest priority first. Without a ' +
    'choice, sign-up uses the first offer of the kind. If `demo` is false and `demo_url` is set, ' +
    'demo accounts are opened on that page. In links, replace `{lang}` with the language.',
  query: SignUpQuery,
  data: SignUpOptionsView,
  handle({ query, services, request }) {
    const { country = '', lang = '' } = query
    const { records } = services.settings.book
    const [settings] = records.settings
    const [pages] = records.allocation_settings
    const set = linkSetIn(records, country)
    return {
      demo: isSignUpOpen(records, 'demo'),
      real: isSignUpOpen(records, 'real'),
      confirm_demo: needsCode(settings, 'demo'),
      confirm_real: needsCode(settings, 'real'),
      demo_url: linkInLanguage(pages?.demo_url ?? '', lang),
      deposit_url: linkInLanguage(pages?.deposit_url ?? '', lang),
      withdraw_url: linkInLanguage(pages?.withdraw_url ?? '', lang),
      allocations: offersIn(records, country, brandOfHost(records, request)).map(
        ({ rule, group, type, leverage, leverages }) => ({
          allocation_id: rule.id,
          kind: type,
          description: rule.description,
          countries: rule.countries,
          currency: group.currency,
          default_leverage: leverage,
          leverages: rule.leverages.length === 0 ? [] : leverages,
        }),
      ),
      links: (set?.links ?? []).map(({ caption, caption_type, url }, i) => {
        return { caption, caption_type, sort: i + 1, url: linkInLanguage(url, lang) }
      }),
    }
  },
})
