import { byLanguage } from '../by-language.js'

/** Words of what somebody wants to be reminded of. */
const en = {
  title: 'Reminder',
  many: 'Reminders',
  none: 'You want to be reminded of nothing.',
  add: 'New reminder…',
  what: 'Of what',
  when: (clock: string) => `When (${clock})`,
  keep: 'Remind me',
  done: 'Done',
  doneOf: (text: string) => `Done: ${text}`,
  goThere: 'Go there',
  full: (n: number) => `You have ${n} reminders: take one off first.`,
  needsText: 'Say what of.',
  needsTime: 'Say when: a time that is still to come.',
  putBack: 'Remind me to put it back…',
  backTo: (title: string, values: string) => `${title}: back to ${values}`,
}

const de: typeof en = {
  title: 'Erinnerung',
  many: 'Erinnerungen',
  none: 'Sie wollen an nichts erinnert werden.',
  add: 'Neue Erinnerung…',
  what: 'Woran',
  when: (clock) => `Wann (${clock})`,
  keep: 'Erinnern',
  done: 'Erledigt',
  doneOf: (text) => `Erledigt: ${text}`,
  goThere: 'Dorthin',
  full: (n) => `Sie haben ${n} Erinnerungen: Nehmen Sie erst eine weg.`,
  needsText: 'Sagen Sie, woran.',
  needsTime: 'Sagen Sie, wann: eine Zeit, die noch kommt.',
  putBack: 'An das Zurückstellen erinnern…',
  backTo: (title, values) => `${title}: zurück auf ${values}`,
}

export const reminderWords = byLanguage(en, de)
