import type { ComponentChildren } from 'preact'

/** Why an action was refused. It scrolls into view, since it stands at the end of a form that may be longer than its window. */
export function Refused({ wrong, children }: { wrong: string; children?: ComponentChildren }) {
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
