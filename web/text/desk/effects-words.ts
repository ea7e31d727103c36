import { byLanguage } from '../by-language.js'

/** Words of what a change would do to the margin of accounts, before it is made. */
const en = {
  title: 'This change closes positions',
  none: 'No account with positions is affected.',
  accounts: (n: string) => `Accounts with positions that the change touches: ${n}.`,
  stopOut: (n: string) => `Accounts that fall below stop out, and lose positions at once: ${n}.`,
  marginCall: (n: string) => `Accounts that enter margin call: ${n}.`,
  fine: 'None of them falls below stop out or enters margin call.',
  unpriced: (n: string) => `Accounts that cannot be judged because a price is missing: ${n}.`,
  judged: (n: string, all: string) =>
    `Only ${n} of ${all} accounts were looked at in the time for a preview. Others may be stopped out as well.`,
  moment: 'At the prices of now. They may differ when the change is made.',
  worst: 'Lowest margin levels after the change',
  login: 'Login',
  before: 'Level now',
  after: 'Level after',
  typed: (n: string) => `To confirm the stop outs, type ${n}`,
  typedAccounts: (n: string) => `To confirm without a full preview, type ${n}`,
}

const de: typeof en = {
  title: 'Diese Änderung schließt Positionen',
  none: 'Kein Konto mit Positionen ist betroffen.',
  accounts: (n) => `Konten mit Positionen, die die Änderung berührt: ${n}.`,
  stopOut: (n) => `Konten, die unter den Stop-Out fallen und sofort Positionen verlieren: ${n}.`,
  marginCall: (n) => `Konten, die in den Margin Call kommen: ${n}.`,
  fine: 'Keines davon fällt unter den Stop-Out oder kommt in den Margin Call.',
  unpriced: (n) => `Konten, die sich nicht beurteilen lassen, weil ein Kurs fehlt: ${n}.`,
  judged: (n, all) =>
    `Nur ${n} von ${all} Konten wurden in der Zeit für eine Vorschau geprüft. Auch andere können in den Stop-Out kommen.`,
  moment: 'Zu den Kursen von jetzt. Wenn die Änderung geschieht, können es andere sein.',
  worst: 'Niedrigste Margin-Level nach der Änderung',
  login: 'Login',
  before: 'Level jetzt',
  after: 'Level danach',
  typed: (n) => `Geben Sie ${n} ein, um die Stop-Outs zu bestätigen`,
  typedAccounts: (n) => `Geben Sie ${n} ein, um ohne vollständige Vorschau zu bestätigen`,
}

export const effectsWords = byLanguage(en, de)
