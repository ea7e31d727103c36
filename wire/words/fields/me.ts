import type { FieldWords } from './field-words.js'

/** Fields of `me`. */
export const meFields: FieldWords = {
  content: {
    en: [
      'Content',
      'Whatever the terminal keeps of its user, such as windows and colours, read by nobody else; PUT replaces it, PATCH changes the named keys and removes those sent as null; an empty object before the first save.',
    ],
    de: [
      'Inhalt',
      'Was das Terminal über seinen Benutzer aufhebt, etwa Fenster und Farben, von niemandem sonst gelesen; PUT ersetzt alles, PATCH ändert die genannten Schlüssel und entfernt mit null gesendete; vor dem ersten Speichern ein leeres Objekt.',
    ],
  },
  current_password: {
    en: [
      'Current password',
      'The master password as it is now, as proof of who asks; a wrong one counts as a failed sign-in.',
    ],
    de: [
      'Bisheriges Passwort',
      'Das jetzige Master-Passwort als Nachweis; ein falsches zählt als gescheiterte Anmeldung.',
    ],
  },
  expected_version: {
    en: [
      'Version last read',
      'Saving is refused with `conflict` when another version is stored, so that no terminal overwrites another; 0 saves over whatever is there.',
    ],
    de: [
      'Zuletzt gelesene Version',
      'Das Speichern wird mit `conflict` abgelehnt, wenn eine andere Version gespeichert ist, damit kein Terminal ein anderes überschreibt; 0 speichert in jedem Fall.',
    ],
  },
  ip_allow: {
    en: [
      'Addresses',
      'IP addresses and networks that programs may sign in from, at most 64; left out, those of the account stay, and an empty list lets any in.',
    ],
    de: [
      'Adressen',
      'IP-Adressen und Netze, von denen sich Programme anmelden dürfen, höchstens 64; ohne Angabe bleiben die des Kontos, und eine leere Liste lässt jede zu.',
    ],
  },
  updated_at: {
    en: ['Saved at', 'Time of the last save; null while nothing was saved.'],
    de: [
      'Gespeichert am',
      'Zeitpunkt des letzten Speicherns; null, solange nichts gespeichert wurde.',
    ],
  },
  version: {
    en: [
      'Version',
      'Rises with each save and goes back as `expected_version`; 0 while nothing was saved.',
    ],
    de: [
      'Version',
      'Steigt mit jedem Speichern und geht als `expected_version` zurück; 0, solange nichts gespeichert wurde.',
    ],
  },
}
