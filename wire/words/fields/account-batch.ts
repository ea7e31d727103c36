import type { FieldWords } from './field-words.js'

/** Fields of one act on many accounts. */
export const accountBatchFields: FieldWords = {
  act: {
    en: ['Act', 'What is done to each account.'],
    de: ['Handlung', 'Was mit jedem Konto geschieht.'],
  },
  body: {
    en: ['Text', 'Text of a mail, filled for each account where it names a placeholder.'],
    de: ['Text', 'Text einer Mail, für jedes Konto ausgefüllt, wo er einen Platzhalter nennt.'],
  },
  by_email: {
    en: [
      'By e-mail',
      'Whether the mail also goes as an e-mail to each account that has an address.',
    ],
    de: ['Als E-Mail', 'Ob die Mail auch als E-Mail an jedes Konto mit Adresse geht.'],
  },
  except: {
    en: ['Except', 'Logins that are left out though the query has them.'],
    de: ['Außer', 'Logins, die ausgelassen werden, obwohl die Abfrage sie hat.'],
  },
  job: {
    en: ['Job', 'The job that does it; null of a dry run.'],
    de: ['Auftrag', 'Der Auftrag, der es tut; null bei einem Probelauf.'],
  },
  params: {
    en: [
      'Values',
      'Fields of the act: what is set, the group that accounts go to, or what is sent.',
    ],
    de: ['Werte', 'Felder der Handlung: was gesetzt wird, die Zielgruppe, oder was gesendet wird.'],
  },
  refused: {
    en: [
      'Refused',
      'How many accounts would be refused, by the code; empty where a job was begun.',
    ],
    de: ['Abgelehnt', 'Wie viele Konten abgelehnt würden, nach Code; leer, wo ein Auftrag begann.'],
  },
  'data.rows': {
    en: ['Rows', 'The first hundred accounts that would be refused, with the reason.'],
    de: ['Zeilen', 'Die ersten hundert Konten, die abgelehnt würden, mit dem Grund.'],
  },
  subject: {
    en: ['Subject', 'Subject of a mail, filled like its text.'],
    de: ['Betreff', 'Betreff einer Mail, ausgefüllt wie ihr Text.'],
  },
  'body.total': {
    en: [
      'Total',
      'Number of accounts that the dry run told: another number now is a conflict; left out, any.',
    ],
    de: [
      'Anzahl',
      'Anzahl der Konten, die der Probelauf nannte: eine andere ist jetzt ein Konflikt; ohne sie jede.',
    ],
  },
}
