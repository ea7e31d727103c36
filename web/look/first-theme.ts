/**
 * Runs before anything is drawn: applies the last theme, so that the page does not flash in the
 * other one, and starts loading the texts of the last language in parallel with the page's script.
 */
try {
  const kept = JSON.parse(localStorage.getItem('openfloor.settings') ?? '{}')
  const { theme, language = navigator.language.slice(0, 2) } = kept
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
  const texts = JSON.parse(document.currentScript?.dataset['texts'] ?? '{}')
  for (const name of texts[language] ?? texts.en ?? []) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = `/assets/${name}`
    document.head.append(link)
  }
} catch {
  // Nothing is stored in this browser: the system's theme applies, and the script loads the texts.
}
