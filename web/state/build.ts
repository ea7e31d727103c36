import { signal } from '@preact/signals'

/** Whether the server has other pages by now than those that are shown. */
export const isFreshBuild = signal(false)

let loaded: string | null = null

export async function lookForBuild(): Promise<void> {
  try {
    const { build } = (await (await fetch('/build.json')).json()) as { build: string }
    loaded ??= build
    isFreshBuild.value = loaded !== build
  } catch {
    // It is looked for again when the line is live.
  }
}
