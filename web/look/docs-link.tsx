import type { Language } from '../generated/languages.js'
import { shownLanguage } from '../text/load-texts.js'
import { words } from '../text/words.js'

/** The sections of the documentation's index that list the pages in one language. */
const SECTIONS: { readonly [language in Language]?: string } = { de: '#auf-deutsch' }

/** A link to the documentation in the reader's language. It opens in a new tab. */
export function DocsLink() {
  return (
    <a href={`/docs${SECTIONS[shownLanguage.value] ?? ''}`} target="_blank" rel="noopener">
      {words.value.header.docs}
    </a>
  )
}
