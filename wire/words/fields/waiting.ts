import type { FieldWords } from './field-words.js'

/** Fields of the counts of what waits for staff. */
export const waitingFields: FieldWords = {
  applications: {
    en: [
      'Applications',
      'Number of new applications for groups in scope; null without the right applications.',
    ],
    de: [
      'Anträge',
      'Anzahl neuer Anträge für Gruppen im Bereich; null ohne das Recht applications.',
    ],
  },
  dealing: {
    en: [
      'Dealing',
      'Number of requests of accounts in scope that wait for a dealer; null without the right dealing.',
    ],
    de: [
      'Dealing',
      'Anzahl der Aufträge von Konten im Bereich, die auf einen Dealer warten; null ohne das Recht dealing.',
    ],
  },
  held_fills: {
    en: [
      'Held fills',
      'Number of fills of accounts in scope that wait for a decision; null without the right trades.manager.',
    ],
    de: [
      'Zurückgehaltene Ausführungen',
      'Anzahl der Ausführungen von Konten im Bereich, die auf eine Entscheidung warten; null ohne das Recht trades.manager.',
    ],
  },
  jobs_failed: {
    en: [
      'Failed jobs',
      'Number of your jobs that failed, with config.servers of everybody’s, as long as they are kept.',
    ],
    de: [
      'Gescheiterte Jobs',
      'Anzahl der eigenen gescheiterten Jobs, mit config.servers aller, solange sie aufbewahrt werden.',
    ],
  },
  mail: {
    en: ['Unread mails', 'Number of your unread mails; null without the right mailbox.'],
    de: [
      'Ungelesene Nachrichten',
      'Anzahl der eigenen ungelesenen Nachrichten; null ohne das Recht mailbox.',
    ],
  },
  outbox_failed: {
    en: [
      'E-mails given up',
      'Number of e-mails that were given up, as long as they are kept; null without the right config.mail.',
    ],
    de: [
      'Aufgegebene E-Mails',
      'Anzahl der aufgegebenen E-Mails, solange sie aufbewahrt werden; null ohne das Recht config.mail.',
    ],
  },
}
