import type { FieldWords } from './field-words.js'

/** Fields of a mail that is looked at before it is sent. */
export const mailPreviewFields = {
  body: {
    en: ['Text', 'The text as that recipient would read it; as it was typed where there is none.'],
    de: ['Text', 'Der Text, wie dieser Empfänger ihn lesen würde; wie getippt, wo es keinen gibt.'],
  },
  emails: {
    en: [
      'With an e-mail address',
      'Recipients who have an e-mail address in their account; null without the right to see these.',
    ],
    de: [
      'Mit E-Mail-Adresse',
      'Empfänger, die in ihrem Konto eine E-Mail-Adresse haben; null ohne das Recht, diese zu sehen.',
    ],
  },
  login: {
    en: ['Login', 'Recipient for whom it is filled; null where nobody would get the mail.'],
    de: ['Login', 'Empfänger, für den ausgefüllt ist; null, wenn niemand die Nachricht bekäme.'],
  },
  recipients: {
    en: ['Recipients', 'Accounts that would get the mail.'],
    de: ['Empfänger', 'Konten, die die Nachricht bekämen.'],
  },
  skipped: {
    en: [
      'Skipped',
      'Accounts that would not get the mail since their group has mail switched off.',
    ],
    de: [
      'Übersprungen',
      'Konten, die die Nachricht nicht bekämen, weil ihre Gruppe keine Post hat.',
    ],
  },
  subject: {
    en: ['Subject', 'The subject as that recipient would read it.'],
    de: ['Betreff', 'Der Betreff, wie dieser Empfänger ihn lesen würde.'],
  },
} satisfies FieldWords
