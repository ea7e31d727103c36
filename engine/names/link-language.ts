/** A link for readers of a language, which `{lang}` in it stands for. */
export function linkInLanguage(url: string, language: string): string {
  return url.replaceAll('{lang}', encodeURIComponent(language))
}
