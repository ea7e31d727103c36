import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Language, Loads } from '../generated/languages.js'
import { after } from '../link/clock.js'
import { set, settings } from '../settings/settings.js'

/**
 * Loads texts in the device's language. A module that exports texts waits for them, so that nothing
 * can read them before. When the user chooses another language, all texts change at once after all
 * have loaded.
 */
interface Folder {
  has(language: Language): boolean
  load(language: Language): Promise<void>
}

const AGAIN_MS = 1_000

const chosen = computed(() => settings.value.language)
const shown = signal(chosen.peek())

export const shownLanguage: ReadonlySignal<Language> = shown

const folders: Folder[] = []

/** The messages of a folder in the displayed language. */
export async function loadTexts<Texts>(loads: Loads<Texts>): Promise<ReadonlySignal<Texts>> {
  const known = new Map<Language, Texts>()
  const folder: Folder = {
    has: (language) => known.has(language),
    async load(language) {
      known.set(language, (await loads[language]()).default)
    },
  }
  // The language may change while it loads.
  // A module that throws once stays failed, so this retries instead of throwing.
  while (!folder.has(shown.peek())) await folder.load(shown.peek()).catch(waited)
  folders.push(folder)
  return computed(() => known.get(shown.value) as Texts)
}

function waited(): Promise<void> {
  return new Promise((resolve) => void after(AGAIN_MS, resolve))
}

async function show(language: Language): Promise<void> {
  const lacking = () => folders.filter((folder) => !folder.has(language))
  // Further folders may have been added while these were loading.
  for (let left = lacking(); left.length > 0; left = lacking())
    await Promise.all(left.map((folder) => folder.load(language)))
  if (chosen.peek() === language) shown.value = language
}

effect(() => {
  const language = chosen.value
  if (language === shown.peek()) return
  show(language).catch(() => {
    // The server is unavailable, so the page keeps its language.
    if (chosen.peek() === language) set({ language: shown.peek() })
  })
})
