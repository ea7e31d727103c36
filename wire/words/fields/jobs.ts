import type { FieldWords } from './field-words.js'

/** Fields of a job: `jobs`, and routes that start one. */
export const jobFields: FieldWords = {
  created_at: {
    en: ['Created at', 'Time at which the job was asked for.'],
    de: ['Erstellt am', 'Zeitpunkt, zu dem der Auftrag erteilt wurde.'],
  },
  done: {
    en: ['Done', 'Number of items that are done so far, such as accounts or records of the log.'],
    de: [
      'Erledigt',
      'Anzahl der bisher erledigten Einträge, etwa Konten oder Datensätze des Logs.',
    ],
  },
  error: {
    en: ['Error', 'Why the job failed, for people; empty while nothing is wrong.'],
    de: [
      'Fehler',
      'Warum der Auftrag fehlgeschlagen ist, für Menschen; leer, solange nichts fehlt.',
    ],
  },
  finished_at: {
    en: ['Finished at', 'Time at which it was done, failed or was cancelled; null before.'],
    de: [
      'Beendet am',
      'Zeitpunkt, zu dem er fertig war, fehlschlug oder abgebrochen wurde; vorher null.',
    ],
  },
  id: {
    en: ['Id', 'Number of the job, by which its progress and its result are asked for.'],
    de: ['Id', 'Nummer des Auftrags, mit der nach Fortschritt und Ergebnis gefragt wird.'],
  },
  kind: {
    en: [
      'Kind',
      'Work that the job does: an act on accounts, export or import of accounts, or archive of the logs.',
    ],
    de: [
      'Art',
      'Arbeit, die der Auftrag erledigt: Handlung an Konten, Export oder Import von Konten oder Archiv der Logs.',
    ],
  },
  owner: {
    en: [
      'Owner',
      'Login of the staff user who asked for it, with whose rights and group scope it runs; 0 is the server itself.',
    ],
    de: [
      'Eigentümer',
      'Login des Mitarbeiters, der ihn erteilt hat und mit dessen Rechten und Gruppenbereich er läuft; 0 ist der Server selbst.',
    ],
  },
  started_at: {
    en: ['Started at', 'Time at which work on it began; null while it waits for its turn.'],
    de: ['Begonnen am', 'Zeitpunkt, zu dem die Arbeit daran begann; null, solange er wartet.'],
  },
  state: {
    en: [
      'State',
      'How far it has come; a job goes on after a restart of the server, and `done`, `failed` and `cancelled` are final.',
    ],
    de: [
      'Status',
      'Wie weit er ist; ein Auftrag geht nach einem Neustart des Servers weiter, `done`, `failed` und `cancelled` sind endgültig.',
    ],
  },
  total: {
    en: [
      'Total',
      'Number of items that there are to do, null before they are counted; of an archive of the logs an estimate until it is done.',
    ],
    de: [
      'Gesamt',
      'Anzahl der Einträge, die zu erledigen sind, null, bevor sie gezählt sind; bei einem Archiv der Logs bis zum Ende eine Schätzung.',
    ],
  },
}

/** Fields of `jobs`. */
export const jobsFields: FieldWords = {
  ...jobFields,
  items: {
    en: [
      'Jobs',
      'Jobs of this page, newest first: the caller’s own, with the right `config.servers` everybody’s.',
    ],
    de: [
      'Aufträge',
      'Aufträge dieser Seite, die neuesten zuerst: die eigenen, mit dem Recht `config.servers` die aller.',
    ],
  },
  limit: {
    en: ['Limit', 'Most jobs on a page, up to 200; 50 when it is left out.'],
    de: ['Limit', 'Höchstzahl der Aufträge auf einer Seite, bis 200; ohne Angabe 50.'],
  },
  'query.owner': {
    en: [
      'Owner',
      'Shows only jobs of this login; those of others need the right `config.servers`.',
    ],
    de: [
      'Eigentümer',
      'Zeigt nur Aufträge dieses Logins; fremde brauchen das Recht `config.servers`.',
    ],
  },
  'query.state': {
    en: ['State', 'Shows only jobs that stand so; left out: all of them.'],
    de: ['Status', 'Zeigt nur Aufträge mit diesem Status; ohne Angabe alle.'],
  },
  total: {
    en: [
      'Total',
      'Of a job the number of items that there are to do, null before they are counted; of the list the number of jobs on all pages.',
    ],
    de: [
      'Gesamt',
      'Bei einem Auftrag die Anzahl der Einträge, die zu erledigen sind, null, bevor sie gezählt sind; bei der Liste die Anzahl der Aufträge auf allen Seiten.',
    ],
  },
}
