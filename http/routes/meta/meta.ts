import { JsonText } from '../../../wire/answer/envelope.js'
import { jsonOf } from '../../../wire/answer/json-parts.js'
import type { Language } from '../../../wire/generated/languages.js'
import { MetaQuery, MetaView } from '../../../wire/schema/records/meta.js'
import { metaOf } from '../../../wire/words/meta.js'
import { type Route, route } from '../../pipeline/route.js'
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
export const metaRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/admin/v1/meta',
    audience: 'staff',
    rights: [],
    summary: 'Read the words of the API',
    description:
      'Rights, kinds of the journal, actions of deals, modules of reports, values and codes, each with a label and a ' +
      'sentence in the language `lang`. A value that means another thing in some field is named `field.value`. `fields` has every field of every kind of settings, of accounts, staff, report schedules and the inputs of reports, as ' +
      'a form needs it: type, default, unit, bounds, and its choices in words. The same until the server is another ' +
      'version.',
    query: MetaQuery,
    data: MetaView,
    handle: ({ query }) => textIn(query.lang),
  }),
]
