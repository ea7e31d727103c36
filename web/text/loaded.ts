import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import type { Language, Loads } from '../generated/languages.js'
import { after } from '../link/clock.js'
import { set, settings } from '../settings/settings.js'

/**
 * Texts in the language of the device. A script that exports texts waits until they are loaded, so nothing reads them
 * before. After the user chooses another language, all texts change at once, when all of them are loaded.
 */
interface Folder {
  has(language: Language): boolean
  load(language: Language): Promise<void>
}

const AGAIN_MS = 1_000

const chosen = computed(() => settings.value.language)
const shown = signal(chosen.peek())

/** The language of the texts that are shown. */
export const shownLanguage: ReadonlySignal<Language> = shown

const folders: Folder[] = []

/** The messages of a folder, in the language that is shown. */
export async function loaded<Texts>(loads: Loads<Texts>): Promise<ReadonlySignal<Texts>> {
  const known = new Map<Language, Texts>()
  const folder: Folder = {
    has: (language) => known.has(language),
    async load(language) {
      known.set(language, (await loads[language]()).default)
    },
  }
  // The language may change while it is loaded. A script that fails once stays failed, so it never fails.
  while (!folder.has(shown.peek())) await folder.load(shown.peek()).catch(waited)
  folders.push(folder)
  return computed(() => known.get(shown.value) as Texts)
}

function waited(): Promise<void> {
  return new Promise((resolve) => void after(AGAIN_MS, resolve))
}

async function show(language: Language): Promise<void> {
  const lacking = () => folders.filter((folder) => !folder.has(language))
  // Other folders may have come while these were loaded.
  for (let left = lacking(); left.length > 0; left = lacking())
    await Promise.all(left.map((folder) => folder.load(language)))
  if (chosen.peek() === language) shown.value = language
}

effect(() => {
  const language = chosen.value
  if (language === shown.peek()) return
  show(language).catch(() => {
    // The server is away: the page stays in the language that it has.
    if (chosen.peek() === language) set({ language: shown.peek() })
  })
})
