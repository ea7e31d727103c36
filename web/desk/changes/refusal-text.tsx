import type { ComponentChildren } from 'preact'

/**
 * Shows why an action was refused, and scrolls into view because the form may be longer than its
 * window.
 */
export function RefusalText({ wrong, children }: { wrong: string; children?: ComponentChildren }) {
  if (wrong === '') return null
  return (
    <div key={wrong} ref={show} class="banner bad" role="alert">
      {wrong} {children}
    </div>
  )
}

function show(banner: HTMLElement | null): void {
  banner?.scrollIntoView({ block: 'center' })
}
