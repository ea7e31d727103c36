import { settings } from '../settings/settings.js'

/** A page of the broker with `{lang}` replaced by the page's language. */
export function pageLink(url: string): string {
  return url.replaceAll('{lang}', settings.value.language)
}
