/** Sets the theme of last time before anything is drawn, so that no page flashes in the other one. */
try {
  const theme = JSON.parse(localStorage.getItem('openfloor.settings') ?? '{}').theme
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme
} catch {
  // Nothing is kept in this browser: the system's theme it is.
}
