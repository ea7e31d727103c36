import { commandLine } from '../../wire/generated/command-line.js'
import type { Language } from '../../wire/generated/languages.js'
import { readerLanguage } from '../../wire/words/reader-language.js'

/** The texts of the command line in one language, by area (wire/text/command-line). */
export type CommandTexts = ReturnType<(typeof commandLine)[Language]>

type Environment = Readonly<Record<string, string | undefined>>

/** The texts in the language of the shell; English if it names none, or one that has no texts. */
export function commandTexts({ LC_ALL, LC_MESSAGES, LANG }: Environment): CommandTexts {
  // An empty variable is as good as none: POSIX, 8.2.
  const named = LC_ALL || LC_MESSAGES || LANG || ''
  const [language = ''] = named.split(/[.@]/)
  return commandLine[readerLanguage(language.replace('_', '-'))]()
}
