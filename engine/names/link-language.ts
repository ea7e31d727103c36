/** A link for readers of a language, which replaces `{lang}` in it. */
export function linkInLanguage(url: string, language: string): string {
  return url.replaceAll('{lang}', encodeURIComponent(language))
}
