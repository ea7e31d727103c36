import type { FieldWords } from './field-words.js'
import { licenceBrands } from './licence-brands.js'

/** Fields of `licence`. */
export const licenceFields: FieldWords = {
  ...licenceBrands,
  applied_at: {
    en: ['Applied', 'When the key was applied; null where none was.'],
    de: ['Angewandt', 'Wann der Schlüssel angewandt wurde; null, wenn keiner.'],
  },
  applied_by: {
    en: ['Applied by', 'Login of whoever applied the key; null where none was applied.'],
    de: [
      'Angewandt von',
      'Login dessen, der den Schlüssel angewandt hat; null, wenn keiner angewandt ist.',
    ],
  },
  brands: {
    en: ['Brands', 'Brands of the companies, those that the key ships and those of the operator.'],
    de: ['Marken', 'Marken der Unternehmen, die der Schlüssel liefert und die der Betreiber hat.'],
  },
  companies: {
    en: [
      'Companies',
      'Companies that the licence lists, one of which is the main one; empty without a licence, and then groups may name any.',
    ],
    de: [
      'Unternehmen',
      'Unternehmen, die die Lizenz nennt, eines davon ist das Hauptunternehmen; ohne Lizenz leer, und Gruppen dürfen jedes nennen.',
    ],
  },
  created_at: {
    en: ['Created', 'When the brand was made, or when the licence first listed the company.'],
    de: [
      'Erstellt',
      'Wann die Marke angelegt wurde oder die Lizenz das Unternehmen zuerst nannte.',
    ],
  },
  entitlements: {
    en: [
      'Allowed',
      'How many accounts and groups the licence allows; beyond that none is opened, while what is there stays.',
    ],
    de: [
      'Erlaubt',
      'Wie viele Konten und Gruppen die Lizenz erlaubt; darüber wird nichts eröffnet, Vorhandenes bleibt.',
    ],
  },
  expires_at: {
    en: [
      'Expires',
      'When the licence expires, warned of 30 days before; what it allows holds on after that, and nothing stops; null without a licence.',
    ],
    de: [
      'Läuft ab',
      'Wann die Lizenz abläuft, mit Warnung 30 Tage vorher; was sie erlaubt, gilt danach weiter, und nichts hält an; null ohne Lizenz.',
    ],
  },
  issued_at: {
    en: [
      'Issued',
      'When the vendor issued the key; one that is older than the applied key is refused; null without a licence.',
    ],
    de: [
      'Ausgestellt',
      'Wann der Anbieter den Schlüssel ausstellte; ein älterer als der angewandte wird abgelehnt; null ohne Lizenz.',
    ],
  },
  key: {
    en: [
      'Licence key',
      'The key that the vendor signed for this server, up to 8 MiB, blanks around it not counting; it is applied whole or not at all, and never shown again.',
    ],
    de: [
      'Lizenzschlüssel',
      'Der Schlüssel, den der Anbieter für diesen Server signiert hat, bis 8 MiB, Leerraum außen zählt nicht; er gilt ganz oder gar nicht und wird nie wieder angezeigt.',
    ],
  },
  licence_id: {
    en: ['Licence', 'The vendor’s id of the licence; null where no key was applied.'],
    de: ['Lizenz', 'Id der Lizenz beim Anbieter; null, wenn kein Schlüssel angewandt ist.'],
  },
  main: {
    en: [
      'Main company',
      'True of the operator’s own company, of which the list has exactly one; the others are white labels.',
    ],
    de: [
      'Hauptunternehmen',
      'Wahr beim eigenen Unternehmen des Betreibers, von dem es genau eines gibt; die anderen sind White Labels.',
    ],
  },
  max_accounts: {
    en: [
      'Accounts allowed',
      'Most accounts that may be there, those of staff counted and archived ones not; 0 is no limit.',
    ],
    de: [
      'Erlaubte Konten',
      'Höchste Zahl an Konten; die der Mitarbeiter zählen mit, archivierte nicht; 0 ist keine Grenze.',
    ],
  },
  max_groups: {
    en: ['Groups allowed', 'Most groups that may be there, those of staff counted; 0 is no limit.'],
    de: [
      'Erlaubte Gruppen',
      'Höchste Zahl an Gruppen; die der Mitarbeiter zählen mit; 0 ist keine Grenze.',
    ],
  },
  name: {
    en: [
      'Name',
      'Name of a company, the same in any case, or the text that a link of a brand is shown with.',
    ],
    de: [
      'Name',
      'Name eines Unternehmens, gleich in Groß- und Kleinschreibung, oder der Text, unter dem der Link einer Marke steht.',
    ],
  },
  about: {
    en: ['Record', 'Record that would change, by kind and number; 0 is the list of its kind.'],
    de: [
      'Datensatz',
      'Datensatz, der sich ändern würde, nach Art und Nummer; 0 ist die Liste seiner Art.',
    ],
  },
  'data.from': {
    en: ['Before', 'Value of the field as it is; null where there is none.'],
    de: ['Vorher', 'Wert des Feldes, wie er ist; null, wenn es keinen gibt.'],
  },
  planned: {
    en: [
      'Would change',
      'What the key would change, as the journal would say it; only of a dry run, and empty where nothing would.',
    ],
    de: [
      'Würde ändern',
      'Was der Schlüssel ändern würde, wie es das Journal sagen würde; nur bei einem Probelauf und leer, wenn nichts.',
    ],
  },
  'data.text': {
    en: ['Text', 'The change in one sentence.'],
    de: ['Text', 'Die Änderung in einem Satz.'],
  },
  'data.to': {
    en: ['After', 'Value of the field as it would be.'],
    de: ['Nachher', 'Wert des Feldes, wie er wäre.'],
  },
  server_id: {
    en: [
      'Server id',
      'Id of this server that a key has to be made for; it stays through backup and restore.',
    ],
    de: [
      'Server-Id',
      'Id dieses Servers, für die ein Schlüssel gemacht sein muss; sie bleibt über Sicherung und Wiederherstellung.',
    ],
  },
  used_accounts: {
    en: [
      'Accounts',
      'Accounts that count towards the licence: all but archived ones, those of staff too.',
    ],
    de: [
      'Konten',
      'Konten, die für die Lizenz zählen: alle außer archivierten, auch die der Mitarbeiter.',
    ],
  },
  used_groups: {
    en: ['Groups', 'Groups that count towards the licence: all of them.'],
    de: ['Gruppen', 'Gruppen, die für die Lizenz zählen: alle.'],
  },
  valid: {
    en: [
      'Valid',
      'True where the applied key holds now: signature, server and expiry are looked at anew; false without a key.',
    ],
    de: [
      'Gültig',
      'Wahr, wenn der angewandte Schlüssel jetzt gilt: Signatur, Server und Ablauf werden neu geprüft; falsch ohne Schlüssel.',
    ],
  },
  warnings: {
    en: [
      'Warnings',
      'What is amiss: no key or no public key of the vendor, a key that does not hold or soon expires, groups of companies that are not listed.',
    ],
    de: [
      'Warnungen',
      'Was nicht stimmt: kein Schlüssel oder kein öffentlicher Schlüssel des Anbieters, ein ungültiger oder bald ablaufender Schlüssel, Gruppen nicht genannter Unternehmen.',
    ],
  },
}
