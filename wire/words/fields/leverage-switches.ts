import type { FieldWords } from './field-words.js'

/** Fields of `leverage-switches`. */
export const leverageSwitchesFields: FieldWords = {
  at: {
    en: ['At', 'Time at which the group takes the profile, in UTC; it has to be a time to come.'],
    de: [
      'Zeitpunkt',
      'Zeitpunkt in UTC, zu dem die Gruppe das Profil übernimmt; er muss in der Zukunft liegen.',
    ],
  },
  done_at: {
    en: [
      'Done at',
      'Time at which it was carried out, or given up with a line in the journal; null while it is to come, and after it nothing of the switch can be changed.',
    ],
    de: [
      'Erledigt am',
      'Zeitpunkt, zu dem er ausgeführt oder mit einer Zeile im Journal aufgegeben wurde; null, solange er bevorsteht, danach lässt sich nichts mehr ändern.',
    ],
  },
  group: {
    en: ['Group', 'Path of the group whose leverage profile is switched.'],
    de: ['Gruppe', 'Pfad der Gruppe, deren Hebelprofil gewechselt wird.'],
  },
  leverage_profile_id: {
    en: [
      'Leverage profile',
      'Id of the profile that the group is given; null takes away the one that it has.',
    ],
    de: ['Hebelprofil', 'Id des Profils, das die Gruppe bekommt; null nimmt ihr das bisherige.'],
  },
  made_by: {
    en: [
      'Made by',
      'Login of the staff user who made or last changed it and in whose name it is carried out; null is the server itself.',
    ],
    de: [
      'Erstellt von',
      'Login des Mitarbeiters, der ihn angelegt oder zuletzt geändert hat und in dessen Namen er ausgeführt wird; null ist der Server selbst.',
    ],
  },
}
