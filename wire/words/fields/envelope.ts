import type { FieldWords } from './field-words.js'

/** What stands around the data of every answer of REST. */
export const envelopeFields = {
  success: {
    en: ['Success', 'Whether it was done; false is a refusal, and `code` says why.'],
    de: ['Erfolg', 'Ob es geschehen ist; false ist eine Ablehnung, und `code` sagt, warum.'],
  },
  code: {
    en: [
      'Code',
      'What came of it, for programs: `ok` or another code of success, or why it was refused; a code never changes its meaning.',
    ],
    de: [
      'Code',
      'Was daraus wurde, für Programme: `ok` oder ein anderer Code des Erfolgs, sonst der Grund der Ablehnung; ein Code ändert seine Bedeutung nie.',
    ],
  },
  message: {
    en: [
      'Message',
      'Says to people why it was refused; its wording may change, and it is empty where it was done.',
    ],
    de: [
      'Nachricht',
      'Sagt Menschen, warum es abgelehnt wurde; ihr Wortlaut kann sich ändern, und wo es geschehen ist, ist sie leer.',
    ],
  },
  data: {
    en: [
      'Data',
      'What was asked for, in the shape of the route; null of routes that answer nothing, and in a refusal what its code brings, mostly null.',
    ],
    de: [
      'Daten',
      'Wonach gefragt war, in der Form der Route; null bei Routen, die nichts antworten, und bei einer Ablehnung, was ihr Code mitbringt, meist null.',
    ],
  },
  request_id: {
    en: [
      'Request id',
      'UUID of this request, also in the header `X-Request-Id`: lines of the journal and of the server’s log that it caused have it, too.',
    ],
    de: [
      'Anfragekennung',
      'UUID dieser Anfrage, auch im Header `X-Request-Id`: Journalzeilen und Zeilen des Serverprotokolls, die sie auslöst, tragen sie ebenfalls.',
    ],
  },
} as const satisfies FieldWords

/** What stands around the arguments and the data of frames of live sockets. */
export const frameFields = {
  id: {
    en: ['Id', 'Number or text of your choice; the reply to the request has the same.'],
    de: [
      'Kennung',
      'Zahl oder Text nach eigener Wahl; die Antwort auf die Anfrage trägt denselben.',
    ],
  },
  op: {
    en: ['Operation', 'Name of the operation that is asked for.'],
    de: ['Operation', 'Name der Operation, die verlangt wird.'],
  },
  args: {
    en: ['Arguments', 'What the operation is told; left out, it is told nothing.'],
    de: ['Argumente', 'Was der Operation mitgegeben wird; weggelassen ist es nichts.'],
  },
  code: {
    en: [
      'Code',
      'What came of it, for programs: `ok` or another code of success, or why it was refused; the codes of refusals are in /openapi.json, at Refusal.',
    ],
    de: [
      'Code',
      'Was daraus wurde, für Programme: `ok` oder ein anderer Code des Erfolgs, sonst der Grund der Ablehnung; deren Codes stehen in /openapi.json bei Refusal.',
    ],
  },
  message: envelopeFields.message,
  data: {
    en: [
      'Data',
      'What was asked for, or what the event tells; of a refusal what its code brings, mostly null.',
    ],
    de: [
      'Daten',
      'Wonach gefragt war oder wovon das Ereignis berichtet; bei einer Ablehnung, was ihr Code mitbringt, meist null.',
    ],
  },
  event: {
    en: ['Event', 'Name of the event; it has no id, as nobody asked for it.'],
    de: ['Ereignis', 'Name des Ereignisses; es hat keine Kennung, da niemand danach gefragt hat.'],
  },
  seq: {
    en: [
      'Event number',
      'The account’s own: each of its events has the next number, and `resume` goes on after one.',
    ],
    de: [
      'Ereignisnummer',
      'Die des Kontos: Jedes seiner Ereignisse hat die nächste Nummer, und `resume` setzt nach einer fort.',
    ],
  },
  projection_seq: {
    en: [
      'Projection number',
      'Place of the event in the server’s log: lists asked for with it as `min_projection_seq` have the change.',
    ],
    de: [
      'Projektionsnummer',
      'Stelle des Ereignisses im Log des Servers: Listen, die mit ihr als `min_projection_seq` verlangt werden, haben die Änderung.',
    ],
  },
} as const satisfies FieldWords
