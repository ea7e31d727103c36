/** The link with `{lang}` replaced by the reader's language. */
export function linkInLanguage(url: string, language: string): string {
  return url.replaceAll('{lang}', encodeURIComponent(language))
}
