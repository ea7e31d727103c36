import type { FieldWords } from './field-words.js'

/** Fields of `routing`. */
export const routingFields: FieldWords = {
  action: {
    en: [
      'Action',
      'What becomes of a request that fits: delay and clear_stops change it and the walk goes on to the next rule, every other action decides and ends it.',
    ],
    de: [
      'Aktion',
      'Was aus einer passenden Anfrage wird: delay und clear_stops ändern sie, und die nächste Regel ist dran; jede andere Aktion entscheidet und beendet den Durchgang.',
    ],
  },
  'data.action': {
    en: [
      'Action',
      'What becomes of a request that fits: delay and clear_stops change it and go on, every other action decides; of a test the deciding rule’s, null where none decides.',
    ],
    de: [
      'Aktion',
      'Was aus einer passenden Anfrage wird: delay und clear_stops ändern sie nur, jede andere entscheidet; bei einem Test die der entscheidenden Regel, null, wenn keine entscheidet.',
    ],
  },
  action_value: {
    en: [
      'Action value',
      'For reject the text that the client reads, up to 31 characters; for delay milliseconds, 1 to 60000; empty for every other action.',
    ],
    de: [
      'Wert der Aktion',
      'Bei reject der Text, den der Kunde liest, bis 31 Zeichen; bei delay Millisekunden, 1 bis 60000; bei jeder anderen Aktion leer.',
    ],
  },
  at: {
    en: ['At', 'Time of the request, in UTC, for conditions on hour and weekday; left out: now.'],
    de: [
      'Zeitpunkt',
      'Zeitpunkt der Anfrage in UTC, für Bedingungen an Stunde und Wochentag; ohne Angabe jetzt.',
    ],
  },
  draft: {
    en: [
      'Draft',
      'Rules as they would be and are not saved: rule, order, or both; without it the rules are asked as they are.',
    ],
    de: [
      'Entwurf',
      'Regeln, wie sie wären und nicht gespeichert sind: rule, order oder beides; ohne Angabe die Regeln, wie sie sind.',
    ],
  },
  'body.id': {
    en: ['Rule', 'Number of the rule that the draft changes; without it the draft is a new rule.'],
    de: ['Regel', 'Nummer der Regel, die der Entwurf ändert; ohne Angabe ist er eine neue Regel.'],
  },
  needs: {
    en: [
      'Needs',
      'Conditions on the walk about what the request does not say (comment, deviation), so that they were asked about the usual.',
    ],
    de: [
      'Offen',
      'Bedingungen auf dem Durchgang zu dem, was die Anfrage nicht sagt (Kommentar, Abweichung), so dass sie nach dem Üblichen gefragt wurden.',
    ],
  },
  order: {
    en: [
      'Order',
      'Numbers of all rules as they would stand, each once; a new one of the draft is 0.',
    ],
    de: [
      'Reihenfolge',
      'Nummern aller Regeln, wie sie stünden, jede einmal; eine neue des Entwurfs ist 0.',
    ],
  },
  rule: {
    en: [
      'Rule',
      'A rule as it would be: with an id the fields that change, without one a new rule, checked as saving it would be.',
    ],
    de: [
      'Regel',
      'Eine Regel, wie sie wäre: mit id die Felder, die sich ändern, ohne sie eine neue Regel, geprüft wie beim Speichern.',
    ],
  },
  conditions: {
    en: [
      'Conditions',
      'All of them must hold for the rule to fit, up to 64; an empty list holds for every request.',
    ],
    de: [
      'Bedingungen',
      'Alle müssen gelten, damit die Regel passt, bis zu 64; eine leere Liste gilt für jede Anfrage.',
    ],
  },
  dealers: {
    en: [
      'Dealers or gateways',
      'For dealer logins in the order of the offer, for gateway ids of gateways, the first that is online and takes the symbol counting; empty for every other action.',
    ],
    de: [
      'Dealer oder Gateways',
      'Bei dealer Logins in der Reihenfolge des Angebots, bei gateway Ids von Gateways, von denen das erste zählt, das online ist und das Symbol nimmt; sonst leer.',
    ],
  },
  'data.dealers': {
    en: [
      'Dealers or gateways',
      'Logins of dealers, or ids of gateways for the action gateway, in the order in which they are asked; of an action which of the two it takes, empty for neither; of a test the dealers who are online and would be asked.',
    ],
    de: [
      'Dealer oder Gateways',
      'Logins von Dealern oder bei der Aktion gateway Ids von Gateways, in der Reihenfolge der Nachfrage; bei einer Aktion, welche von beiden sie nimmt, leer für keine; bei einem Test die Dealer, die online sind und gefragt würden.',
    ],
  },
  decides: {
    en: [
      'Decides',
      'True where the action ends the walk; false where it changes the request and the next rule is asked.',
    ],
    de: [
      'Entscheidet',
      'Wahr, wenn die Aktion den Durchgang beendet; falsch, wenn sie die Anfrage ändert und die nächste Regel dran ist.',
    ],
  },
  description: {
    en: ['Description', 'What the action does, or what the field looks at.'],
    de: ['Beschreibung', 'Was die Aktion tut oder was das Feld ansieht.'],
  },
  enabled: {
    en: [
      'Enabled',
      'Off, the rule is passed over; the last enabled rule that decides cannot be switched off; on by default.',
    ],
    de: [
      'Aktiv',
      'Aus: Die Regel wird übergangen; die letzte aktive, die entscheidet, lässt sich nicht abschalten; Vorgabe ist ein.',
    ],
  },
  field: {
    en: [
      'Field',
      'What of the request the condition looks at: login, volume, hour, weekday and deviation_pts are numbers, group, symbol, side, kind and comment texts.',
    ],
    de: [
      'Feld',
      'Was die Bedingung an der Anfrage ansieht: login, volume, hour, weekday und deviation_pts sind Zahlen, group, symbol, side, kind und comment Texte.',
    ],
  },
  kind: {
    en: [
      'Request',
      'Kind of the request that is asked about, the server’s own like sl, tp or stop_out too.',
    ],
    de: [
      'Anfrage',
      'Art der Anfrage, nach der gefragt wird, auch die des Servers wie sl, tp oder stop_out.',
    ],
  },
  login: {
    en: [
      'Account',
      'Account that would send the request; it has to be in the scope of whoever asks.',
    ],
    de: [
      'Konto',
      'Konto, das die Anfrage senden würde; es muss in der Reichweite des Fragenden liegen.',
    ],
  },
  matched: {
    en: ['Fits', 'True where the rule takes the request, be it to change or to decide it.'],
    de: ['Passt', 'Wahr, wenn die Regel die Anfrage nimmt, ob sie sie ändert oder entscheidet.'],
  },
  name: {
    en: ['Name', 'Unique name of the rule, 1 to 64 characters, for staff alone.'],
    de: ['Name', 'Eindeutiger Name der Regel, 1 bis 64 Zeichen, nur für Mitarbeiter.'],
  },
  'data.name': {
    en: [
      'Name',
      'Unique name of the rule; of a test the name of the rule that decides, null where none does.',
    ],
    de: [
      'Name',
      'Eindeutiger Name der Regel; bei einem Test der Name der entscheidenden Regel, null, wenn keine entscheidet.',
    ],
  },
  op: {
    en: [
      'Comparison',
      'Numbers take eq, ne, gt, ge, lt and le; texts take eq, which fits the masks, and ne, which does not.',
    ],
    de: [
      'Vergleich',
      'Zahlen kennen eq, ne, gt, ge, lt und le; Texte eq (passt auf die Masken) und ne (passt nicht).',
    ],
  },
  ops: {
    en: ['Comparisons', 'Comparisons that the field can be used with.'],
    de: ['Vergleiche', 'Vergleiche, die mit dem Feld möglich sind.'],
  },
  order_kinds: {
    en: [
      'Order kinds',
      'Kinds of order that the rule is for: market, limit, stop, stop_limit; an empty list is all.',
    ],
    de: [
      'Orderarten',
      'Arten von Orders, für die die Regel gilt: market, limit, stop, stop_limit; eine leere Liste ist alle.',
    ],
  },
  position: {
    en: [
      'Position',
      'Place in the walk, from 1; left out or 0, a new rule goes before the one that takes everything, and it moves the later ones down.',
    ],
    de: [
      'Position',
      'Platz im Durchgang, ab 1; ohne Angabe oder mit 0 steht eine neue Regel vor der, die alles nimmt, und schiebt die späteren nach unten.',
    ],
  },
  request_kinds: {
    en: [
      'Requests',
      'Kinds of request that the rule is for, of clients and of the server itself, like open, close, sl or stop_out; an empty list is all.',
    ],
    de: [
      'Anfragen',
      'Arten von Anfragen, für die die Regel gilt, von Kunden und vom Server selbst, etwa open, close, sl oder stop_out; eine leere Liste ist alle.',
    ],
  },
  rule_id: {
    en: [
      'Rule',
      'Id of the rule; of the whole test the one that decides, null where none does and the request would be rejected; 0 is a new one of the draft.',
    ],
    de: [
      'Regel',
      'Id der Regel; für den ganzen Test die entscheidende, null, wenn keine entscheidet und die Anfrage abgelehnt würde; 0 ist eine neue des Entwurfs.',
    ],
  },
  skip_no_dealer: {
    en: [
      'Pass over without a dealer',
      'On, the walk goes on while no dealer is online who could answer; off by default, and the request is refused; for dealer and online_dealers alone.',
    ],
    de: [
      'Ohne Dealer übergehen',
      'Ein: Der Durchgang geht weiter, solange kein Dealer online ist, der antworten könnte; aus (Vorgabe) wird die Anfrage abgelehnt; nur bei dealer und online_dealers.',
    ],
  },
  type: {
    en: ['Type', 'number compares with one number, text with masks.'],
    de: ['Typ', 'number vergleicht mit einer Zahl, text mit Masken.'],
  },
  value: {
    en: [
      'Value',
      'For a number field a number: hours 0 to 23 and weekdays 1 (Monday) to 7 on the server’s clock; for a text field masks between commas, ! excluding.',
    ],
    de: [
      'Wert',
      'Bei einem Zahlenfeld eine Zahl: Stunden 0 bis 23 und Wochentage 1 (Montag) bis 7 auf der Serveruhr; bei einem Textfeld Masken mit Kommas, ! schließt aus.',
    ],
  },
  'data.value': {
    en: [
      'Value',
      'What the condition compares with, a number or masks between commas; of an action what its action value holds, empty for nothing.',
    ],
    de: [
      'Wert',
      'Womit die Bedingung vergleicht, eine Zahl oder Masken mit Kommas; bei einer Aktion, was ihr Wert enthält, leer für nichts.',
    ],
  },
  walk: {
    en: [
      'Walk',
      'Rules in the order in which they are asked, disabled ones too, up to the one that decides.',
    ],
    de: [
      'Durchgang',
      'Regeln in der Reihenfolge, in der sie gefragt werden, auch abgeschaltete, bis zur entscheidenden.',
    ],
  },
  warnings: {
    en: [
      'Warnings',
      'What the rule does not do now though it looks as if it did: it stands behind one that takes everything, or nobody whom it asks is there.',
    ],
    de: [
      'Warnungen',
      'Was die Regel jetzt nicht tut, obwohl es so aussieht: Sie steht hinter einer, die alles nimmt, oder niemand, den sie fragt, ist da.',
    ],
  },
  why: {
    en: ['Why', 'Why the rule takes the request or does not, in a sentence.'],
    de: ['Warum', 'Warum die Regel die Anfrage nimmt oder nicht, in einem Satz.'],
  },
}
