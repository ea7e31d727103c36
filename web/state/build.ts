import { signal } from '@preact/signals'

/** Whether the server has a newer version of the pages. */
export const isFreshBuild = signal(false)

let loaded: string | null = null

export async function lookForBuild(): Promise<void> {
  try {
    const { build } = (await (await fetch('/build.json')).json()) as { build: string }
    loaded ??= build
    isFreshBuild.value = loaded !== build
  } catch {
    // A failed check is ignored, because the next reconnect checks again.
  }
}
