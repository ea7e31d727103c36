/** The most common passwords, which attackers try first. */
export interface CommonPasswords {
  has(password: string): boolean
}

/** Only this many of the most common entries are also refused in disguised forms. */
const DRESSED_UP_MAX = 10_000

/** Characters that people write instead of a letter. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '|': 'l',
}
const LETTERS_OF: readonly Readonly<Record<string, string>>[] = [
  { ...LETTERS, '1': 'i', '!': 'i' },
  { ...LETTERS, '1': 'l', '!': 'l' },
]

/** Digits by the character that the shift key types: keyboard patterns may have either. */
const DIGITS: Readonly<Record<string, string>> = {
  '!': '1',
  '@': '2',
  '#': '3',
  $: '4',
  '%': '5',
  '^': '6',
  '&': '7',
  '*': '8',
  '(': '9',
  ')': '0',
}

const DISGUISES = [...LETTERS_OF, DIGITS]

/**
 * Most common first, in lower case. Lists contain passwords that were chosen without rules. Under
 * the rules people write such an entry with a capital letter, signs for letters, and a simple
 * number or sign before or after it, and attackers do the same.
 */
export function commonPasswords(ranked: readonly string[]): CommonPasswords {
  const all = new Set(ranked)
  const dressedUp = new Set(ranked.slice(0, DRESSED_UP_MAX))
  return {
    has(password) {
      const typed = password.toLowerCase()
      return formsOf(typed).some((form) => all.has(form)) || isDressedUp(typed, dressedUp)
    },
  }
}

function isDressedUp(typed: string, entries: ReadonlySet<string>): boolean {
  const before = typed.search(/\p{L}/u)
  if (before < 0) return false
  const after = typed.length - (/[^\p{L}]*$/u.exec(typed)?.[0].length ?? 0)
  for (let start = 0; start <= before; start++) {
    if (!isSimple(typed.slice(0, start))) continue
    for (let end = after; end <= typed.length; end++) {
      if (!isSimple(typed.slice(end))) continue
      if (formsOf(typed.slice(start, end)).some((form) => entries.has(form))) return true
    }
  }
  return false
}

/** The text as typed, and the texts it may disguise. */
function formsOf(text: string): readonly string[] {
  return [text, ...DISGUISES.map((plain) => text.replace(/\P{L}/gu, (sign) => plain[sign] ?? sign))]
}

const DIGITS_AND_SIGNS = /^(\d*)(\D*)$|^(\D*)(\d*)$/
const RUNS = ['01234567890', '09876543210', '!@#$%^&*()', '.,;:-_']

/** True for characters that people add before or after a word to satisfy a rule. */
function isSimple(padding: string): boolean {
  const [found, ...parts] = DIGITS_AND_SIGNS.exec(padding) ?? []
  return found !== undefined && parts.every((part) => part === undefined || isSimpleRun(part))
}

function isSimpleRun(part: string): boolean {
  if (/^[!-~]{0,2}$|^(19|20)\d\d$/.test(part)) return true
  return /^([!-~])\1*$/.test(part) || RUNS.some((run) => run.includes(part))
}
