/**
 * Before anything is drawn: sets the theme of last time, so that no page flashes in the other one, and begins to load
 * the texts in the language of last time, beside the page's script that waits for them.
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
  // Nothing is kept in this browser: the system's theme it is, and the script itself loads the texts.
}
