import { settings } from '../settings/settings.js'

/** A page of the broker as the reader opens it: `{lang}` in its address is the language of this page. */
export function pageLink(url: string): string {
  return url.replaceAll('{lang}', settings.value.language)
}
