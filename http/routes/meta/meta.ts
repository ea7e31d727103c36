import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/format/json-parts.js'
import type { Language } from '../../../wire/generated/languages.js'
import { MetaQuery, MetaView } from '../../../wire/schema/records/meta.js'
import { metaOf } from '../../../wire/words/meta.js'
import { type FrontRoute, route } from '../route.js'
import { recordFields } from './record-fields.js'

/** Texts do not change while the server runs, so each language is built once. */
const TEXTS = new Map<Language, JsonText>()

function textIn(lang: Language): JsonText {
  const text =
    TEXTS.get(lang) ?? new JsonText(jsonOf({ ...metaOf(lang), fields: recordFields(lang) }))
  TEXTS.set(lang, text)
  return text
}

/** The route with labels of rights, kinds, values and codes. */
export const metaRoutes: readonly FrontRoute[] = [
  route({
    method: 'GET',
    path: '/admin/v1/meta',
    audience: 'staff',
    rights: [],
    summary: 'Read the words of the API',
    description:
      'Answers rights, kinds of journal lines, actions of deals, report modules, values and ' +
      'codes, each with a label and a sentence in the language `lang`. If a value has another ' +
      'meaning in some field, its name is `field.value`.\n\n' +
      '`fields` describes the fields of settings, accounts, staff and report inputs, as a form ' +
      'needs them: type, default, unit, limits and choices. The answer stays the same for a ' +
      'version of the server.',
    query: MetaQuery,
    data: MetaView,
    handle: ({ query }) => textIn(query.lang),
  }),
]
